#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What the values of a graph are known to be before it runs: its constants,
/// and what nodes make of constants alone. The latter are computed when
/// somebody asks for them and released when nothing needs them any more, so
/// that packing weights that are transposed first takes the memory of one, not
/// of all; the graph's own constants, which may be mapped, leave memory then
/// too.
class Constants {
 public:
  Constants() = default;
  Constants(const Graph& graph, const std::vector<bool>& is_live);

  /// Whether a value is known; data() is null until it was computed.
  bool is_known(ValueId id) const { return is_known_[id]; }
  const void* data(ValueId id) const { return data_[roots_[id]]; }
  /// The value of which this one is a reshaped form.
  ValueId root(ValueId id) const { return roots_[id]; }

  /// Computes a value that is known, unless it is there.
  ///
  /// @retval Error::MemoryAllocationFailed
  Error compute(const Graph& graph, ValueId id);

  /// Keeps the bytes of `id` when its uses are over: in the store what is
  /// computed, a copy of what is small and may belong to the graph.
  Error keep(const Graph& graph, ValueId id, PackedStore& store);
  /// One use of each operand of the node is over.
  void release_operands(const Node& node);

  /// Bytes of memory that are kept, the store's aside.
  size_t nbytes() const;

 private:
  Error copy_small(const Graph& graph, ValueId root);
  void learn(const Graph& graph, size_t index);
  Error compute_node(const Graph& graph, const Node& node);

  std::vector<bool> is_known_;
  std::vector<ValueId> roots_;  ///< by value: of which it is a reshaped form
  // By root:
  std::vector<const void*> data_;
  std::vector<size_t> nbytes_;
  std::vector<AlignedBuffer> owned_;
  std::vector<bool> is_kept_;
  std::vector<bool> is_read_;  ///< since it is in memory
  std::vector<size_t> uses_;  ///< live nodes and outputs that read it
  std::vector<size_t> producers_;
};

/// The constants of a graph as kernels ask for them.
class GraphConstants final : public ConstantSource {
 public:
  /// Both outlive this.
  GraphConstants(const Graph& graph, Constants& constants)
      : graph_(graph), constants_(constants) {}

  const Constants& constants() const { return constants_; }
  Result<const void*> bytes(ValueId id) override {
    ET_CHECK_OK_OR_RETURN_ERROR(constants_.compute(graph_, id));
    return constants_.data(id);
  }

 private:
  const Graph& graph_;
  Constants& constants_;
};

/// A node as kernels see it; results that `is_used` does not have, other than
/// the first, are not wanted.
NodeView view_of(const Graph& graph, const Node& node,
                 GraphConstants& constants, PackedStore& store,
                 const std::vector<bool>& is_used);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
