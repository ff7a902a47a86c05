#pragma once

#include <executorch/backends/engine/plan/memory_plan.h>

#include <memory>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Puts nodes that follow one another and work row by row into one, where what
/// is between them is too large to stay in the cache. The nodes that stand for
/// groups are added to `made`, which outlives the result.
std::vector<PlannedNode> group_rows(const Graph& graph,
                                    std::vector<PlannedNode> nodes,
                                    std::vector<std::unique_ptr<Node>>& made);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
