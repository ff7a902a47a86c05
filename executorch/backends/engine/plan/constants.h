#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What the values of a graph are known to be before it runs: its constants,
/// and what nodes make of constants alone.
class Constants {
 public:
  /// Computes them.
  ///
  /// @retval Error::MemoryAllocationFailed
  Error fold(const Graph& graph, const std::vector<bool>& is_live);

  /// Null: not known.
  const void* data(ValueId id) const { return data_[id]; }

  /// Keeps the bytes of `id` after release_unused(), and returns them. Small
  /// constants, which may belong to the graph, are copied.
  Result<const void*> keep(const Graph& graph, ValueId id);
  void release_unused();
  size_t nbytes() const;

 private:
  Error fold_node(const Graph& graph, const Node& node);

  std::vector<const void*> data_;
  std::vector<AlignedBuffer> owned_;
  std::vector<size_t> owner_;  ///< by value: index in owned_, or kNotOwned
  std::vector<bool> is_kept_;  ///< by index in owned_
};

/// A node as kernels see it; results that `is_used` does not have, other than
/// the first, are not wanted.
NodeView view_of(const Graph& graph, const Node& node,
                 const Constants& constants, const std::vector<bool>& is_used);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
