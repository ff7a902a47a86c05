#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

// Nodes that are added where they change anything; else the value itself.

Result<ValueId> cast(Graph& graph, ValueId value, ScalarType dtype);
Result<ValueId> reshape(Graph& graph, ValueId value,
                        std::vector<int64_t> sizes);
Result<ValueId> broadcast(Graph& graph, ValueId value,
                          std::vector<int64_t> sizes);
/// Dimension i of the result is dimension axes[i].
Result<ValueId> permute(Graph& graph, ValueId value, std::vector<int32_t> axes);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
