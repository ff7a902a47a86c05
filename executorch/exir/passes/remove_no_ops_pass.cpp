#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/ops/sizes.h>

#include <algorithm>

namespace executorch::exir {
namespace {

bool is_identity_permutation(const Node& node) {
  const auto& dims = node.ints("dims");
  const auto& sizes = node.tensor("self")->sizes();
  std::vector<size_t> moved;
  for (size_t i = 0; i < dims.size(); ++i) {
    const auto axis = ops::normalize_axis(dims[i].constant().value_or(0),
                                          sizes.size());
    if (axis && !(sizes[*axis] == SymInt(1))) {
      moved.push_back(*axis);
    }
  }
  return std::is_sorted(moved.begin(), moved.end());
}

bool same_spec(const Node& node) {
  const auto* self = std::get_if<Value*>(&node.args()[0]);
  return self != nullptr && *self != nullptr &&
         (*self)->tensor().dtype == node.output()->dtype() &&
         (*self)->sizes() == node.output()->sizes();
}

/// Operators that copy their first operand when the result has its spec.
bool copies_when_same(std::string_view name) {
  return name == "view_copy" || name == "expand_copy" ||
         name == "squeeze_copy" || name == "slice_copy" || name == "clone" ||
         name == "_to_copy";
}

/// Sizes of 1 move freely: squeezes, unsqueezes and such permutations only
/// give the same elements another shape.
bool is_reshape(const Node& node) {
  const std::string& name = node.op().schema.name;
  return name == "squeeze_copy" || name == "unsqueeze_copy" ||
         (name == "permute_copy" && is_identity_permutation(node)) ||
         (name == "select_copy" && node.op().schema.overload == "int" &&
          [&] {
            Value* self = node.tensor("self");
            const auto axis = ops::normalize_axis(node.int_value("dim"),
                                                  self->sizes().size());
            return axis && self->sizes()[*axis] == SymInt(1);
          }());
}

bool is_slice_of_step(const Node& node) {
  return node.op().schema.name == "slice_copy" && node.int_value("step") != 1;
}

/// `view_copy(view_copy(x))` reads x itself.
Value* innermost_viewed(Value* value) {
  while (value->producer != nullptr &&
         value->producer->op().schema.name == "view_copy") {
    value = value->producer->tensor("self");
  }
  return value;
}

}  // namespace

/// Removes copies that change nothing, and writes every change of shape alone
/// as one view_copy of the tensor that holds the elements.
Expected<bool> remove_no_ops_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (auto it = graph.nodes().begin(); it != graph.nodes().end();) {
    Node* node = (it++)->get();
    if (node->outputs().size() != 1 || node->args().empty()) {
      continue;
    }
    rewriter.set_insertion_point(node);
    const std::string& name = node->op().schema.name;
    if (copies_when_same(name) && same_spec(*node) &&
        !is_slice_of_step(*node)) {
      rewriter.replace(node, {std::get<Value*>(node->args()[0])});
    } else if (is_reshape(*node)) {
      Value* base = innermost_viewed(node->tensor("self"));
      rewriter.replace(
          node, {rewriter.call("aten::view_copy",
                               {base, node->output()->sizes()})});
    } else if (name == "view_copy") {
      Value* self = node->tensor("self");
      Value* base = innermost_viewed(self);
      if (base != self) {
        rewriter.set_arg(node, 0, base);
        if (same_spec(*node)) {
          rewriter.replace(node, {base});
        }
      }
    }
    if (rewriter.error()) {
      return fail(*rewriter.error());
    }
  }
  return rewriter.changed();
}

}  // namespace executorch::exir
