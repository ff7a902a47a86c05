#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// What a graph needs for its outputs.
struct Liveness {
  std::vector<bool> nodes;   ///< by node: a result of it is needed
  std::vector<bool> values;  ///< by value: an output, or read by such a node

  explicit Liveness(const Graph& graph);
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
