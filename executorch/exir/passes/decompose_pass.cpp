#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

#include <iterator>

namespace executorch::exir {

/// Applies the decomposition of each operator that has one, to the result as
/// well, until only operators without are left.
Expected<bool> decompose_pass(Graph& graph) {
  Rewriter rewriter(graph);
  const auto& nodes = graph.nodes();
  for (auto it = nodes.begin(); it != nodes.end();) {
    Node* node = it->get();
    if (node->op().decompose == nullptr) {
      ++it;
      continue;
    }
    const bool is_first = it == nodes.begin();
    const auto before = is_first ? nodes.end() : std::prev(it);
    rewriter.set_insertion_point(node);
    const auto values = node->op().decompose(rewriter, *node);
    if (!rewriter.error() && values.empty()) {
      ++it;
      continue;
    }
    rewriter.replace(node, values);
    if (rewriter.error()) {
      return fail(*rewriter.error());
    }
    it = is_first ? nodes.begin() : std::next(before);
  }
  return rewriter.changed();
}

}  // namespace executorch::exir
