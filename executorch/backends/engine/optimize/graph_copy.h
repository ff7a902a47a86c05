#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// A new graph that is made of an old one, node by node. It has the inputs and
/// constants of the old one from the start.
class GraphCopy {
 public:
  explicit GraphCopy(const Graph& from) : from_(from) {}

  /// Adds the inputs and constants.
  Error start();

  const Graph& from() const { return from_; }
  Graph& graph() { return to_; }
  /// What stands for a value of the old graph, or kNoValue.
  ValueId id(ValueId old) const {
    return old == kNoValue ? kNoValue : ids_[old];
  }
  void set_id(ValueId old, ValueId id) { ids_[old] = id; }
  std::vector<ValueId> ids(const std::vector<ValueId>& old) const;

  /// Adds the node as it is, with other operands or another operator.
  Error copy(const Node& node);
  Error copy(const Node& node, Op op, std::vector<ValueId> inputs);

  /// The finished graph, with the outputs of the old one.
  Graph take();

 private:
  const Graph& from_;
  Graph to_;
  std::vector<ValueId> ids_;  ///< by old value
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
