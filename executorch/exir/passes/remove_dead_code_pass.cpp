#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

#include <algorithm>

namespace executorch::exir {
namespace {

bool is_dead(const Graph& graph, const Node& node) {
  return !node.op().is_in_place() && !node.outputs().empty() &&
         std::all_of(node.outputs().begin(), node.outputs().end(),
                     [&](Value* value) { return graph.is_unused(value); });
}

}  // namespace

Expected<bool> remove_dead_code_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (auto it = graph.nodes().end(); it != graph.nodes().begin();) {
    --it;
    if (is_dead(graph, **it)) {
      Node* node = (it++)->get();
      rewriter.erase(node);
    }
  }
  graph.erase_unused_constants();
  return rewriter.changed();
}

}  // namespace executorch::exir
