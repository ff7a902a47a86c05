#include <executorch/backends/engine/optimize/graph_uses.h>

namespace executorch::backends::engine {

GraphUses::GraphUses(const Graph& graph)
    : counts(graph.values().size()),
      readers(graph.values().size(), kNoNode),
      producers(graph.values().size(), kNoNode) {
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    for (const ValueId id : graph.nodes()[i].inputs) {
      if (id != kNoValue) {
        ++counts[id];
        readers[id] = i;
      }
    }
    for (const ValueId id : graph.nodes()[i].outputs) {
      if (id != kNoValue) {
        producers[id] = i;
      }
    }
  }
  for (const ValueId id : graph.outputs()) {
    ++counts[id];
    readers[id] = kNoNode;
  }
}

const Node* GraphUses::producer(const Graph& graph, ValueId id) const {
  const size_t found = producers[id];
  return found == kNoNode ? nullptr : &graph.nodes()[found];
}

}  // namespace executorch::backends::engine
