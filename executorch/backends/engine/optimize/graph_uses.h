#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <cstddef>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

inline constexpr size_t kNoNode = SIZE_MAX;

/// Who makes and who reads the values of a graph.
struct GraphUses {
  std::vector<size_t> counts;     ///< by value: operands and outputs
  std::vector<size_t> readers;    ///< by value: one node; kNoNode: outputs too
  std::vector<size_t> producers;  ///< by value; kNoNode: no node

  explicit GraphUses(const Graph& graph);

  /// The node of `graph` that makes the value; null: none does.
  const Node* producer(const Graph& graph, ValueId id) const;
  /// The same, if one operand of one node alone reads the value.
  const Node* sole_producer(const Graph& graph, ValueId id) const {
    return counts[id] == 1 ? producer(graph, id) : nullptr;
  }
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
