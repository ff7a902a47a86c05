#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What the values of a graph are known to be before it runs: its constants,
/// and what nodes make of constants alone. The latter are computed when they
/// are needed and released when nothing needs them any more, so that packing
/// weights that are transposed first takes the memory of one, not of all; the
/// graph's own constants, which may be mapped, leave memory then too.
class Constants {
 public:
  Constants() = default;
  Constants(const Graph& graph, const std::vector<bool>& is_live);

  /// Whether a value is known; data() is null until it was computed.
  bool is_known(ValueId id) const { return is_known_[id]; }
  const void* data(ValueId id) const { return data_[roots_[id]]; }
  /// The value of which this one is a reshaped form.
  ValueId root(ValueId id) const { return roots_[id]; }

  /// Computes the operands of a node, those that are known.
  ///
  /// @retval Error::MemoryAllocationFailed
  Error compute_operands(const Graph& graph, const Node& node);
  Error compute(const Graph& graph, ValueId id);

  /// Keeps the bytes of `id` when its uses are over. Small constants, which may
  /// belong to the graph, are copied.
  Error keep(const Graph& graph, ValueId id);
  /// One use of each operand of the node is over.
  void release_operands(const Node& node);

  /// Bytes that are owned.
  size_t nbytes() const;

 private:
  void learn(const Graph& graph, size_t index);
  Error compute_node(const Graph& graph, const Node& node);

  std::vector<bool> is_known_;
  std::vector<ValueId> roots_;  ///< by value: of which it is a reshaped form
  // By root:
  std::vector<const void*> data_;
  std::vector<size_t> nbytes_;
  std::vector<AlignedBuffer> owned_;
  std::vector<bool> is_kept_;
  std::vector<size_t> uses_;  ///< live nodes and outputs that read it
  std::vector<size_t> producers_;
};

/// A node as kernels see it; results that `is_used` does not have, other than
/// the first, are not wanted.
NodeView view_of(const Graph& graph, const Node& node,
                 const Constants& constants, const std::vector<bool>& is_used);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
