#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/plan/liveness.h>

namespace executorch::backends::engine {

Result<Graph> drop_dead_nodes(const Graph& graph) {
  const Liveness liveness(graph);
  GraphCopy copy(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(copy.start());
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    if (liveness.nodes[i]) {
      ET_CHECK_OK_OR_RETURN_ERROR(copy.copy(graph.nodes()[i]));
    }
  }
  return copy.take();
}

}  // namespace executorch::backends::engine
