#include <executorch/backends/engine/kernels/util/blocks.h>
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

std::optional<double> number_of(const Graph& graph, ValueId id) {
  const Value& value = graph.values()[id];
  if (!value.is_constant() || value.type.numel() != 1) {
    return std::nullopt;
  }
  float number = 0;
  block_loader<float>(value.type.dtype)(value.data, &number, 1);
  return number;
}

}  // namespace executorch::backends::engine
