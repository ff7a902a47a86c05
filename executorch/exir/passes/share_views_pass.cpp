#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

namespace executorch::exir {

/// A view_copy of memory that the program owns becomes a view without a copy.
/// Views that a program returns stay copies, unless they are of an
/// intermediate that is not returned itself.
Expected<bool> share_views_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (auto it = graph.nodes().begin(); it != graph.nodes().end();) {
    Node* node = (it++)->get();
    if (node->op().schema.name != "view_copy") {
      continue;
    }
    const Value* base = node->tensor("self");
    const bool intermediate = base->kind == Value::Kind::kNodeOutput;
    const bool shares =
        graph.is_output(node->output())
            ? intermediate && base->users.size() == 1 && !graph.is_output(base)
            : base->kind != Value::Kind::kConstant;
    // A variable changes while values made of it are in use.
    const bool is_variable =
        intermediate && base->producer->op().is_variable();
    if (shares && !is_variable) {
      rewriter.set_insertion_point(node);
      rewriter.replace(node,
                       {rewriter.call("executorch_prim::et_view.default",
                                      {node->tensor("self"),
                                       node->ints("size")})});
    }
    if (rewriter.error()) {
      return fail(*rewriter.error());
    }
  }
  return rewriter.changed();
}

}  // namespace executorch::exir
