#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <cstddef>
#include <optional>
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
};

/// The number that a constant of one element is; nothing for other values.
std::optional<double> number_of(const Graph& graph, ValueId id);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
