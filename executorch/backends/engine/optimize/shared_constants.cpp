#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/optimize.h>

#include <map>
#include <utility>

namespace executorch::backends::engine {

Result<Graph> share_transposed(const Graph& graph) {
  GraphCopy copy(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(copy.start());
  std::map<std::pair<ValueId, std::vector<int32_t>>, ValueId> made;
  for (const Node& node : graph.nodes()) {
    const auto* transpose = std::get_if<Transpose>(&node.op);
    if (transpose == nullptr || !graph.values()[node.inputs[0]].is_constant()) {
      ET_CHECK_OK_OR_RETURN_ERROR(copy.copy(node));
      continue;
    }
    const std::pair key(node.inputs[0], transpose->axes);
    const auto found = made.find(key);
    if (found != made.end()) {
      copy.set_id(node.outputs[0], found->second);
      continue;
    }
    ET_CHECK_OK_OR_RETURN_ERROR(copy.copy(node));
    made.emplace(key, copy.id(node.outputs[0]));
  }
  return copy.take();
}

}  // namespace executorch::backends::engine
