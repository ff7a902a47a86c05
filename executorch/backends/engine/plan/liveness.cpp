#include <executorch/backends/engine/plan/liveness.h>

namespace executorch::backends::engine {

Liveness::Liveness(const Graph& graph)
    : nodes(graph.nodes().size()), values(graph.values().size()) {
  for (const ValueId id : graph.outputs()) {
    values[id] = true;
  }
  for (size_t i = nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes()[i];
    for (const ValueId id : node.outputs) {
      nodes[i] = nodes[i] || (id != kNoValue && values[id]);
    }
    for (const ValueId id : node.inputs) {
      if (nodes[i] && id != kNoValue) {
        values[id] = true;
      }
    }
  }
}

}  // namespace executorch::backends::engine
