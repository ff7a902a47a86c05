#include <executorch/exir/passes/decompositions/decompositions.h>

namespace executorch::exir::decompositions {
namespace {

/// clamp(x + 3, 0, 6), the core of the hard activations.
Value* relu6_of_shifted(Rewriter& rewriter, Value* x) {
  Value* shifted = rewriter.call("aten::add.Scalar", {x, SymInt(3)});
  return rewriter.call("aten::hardtanh", {shifted, SymInt(0), SymInt(6)});
}

}  // namespace

std::vector<Value*> decompose_none(Rewriter&, const Node&) { return {}; }

std::vector<Value*> decompose_identity(Rewriter&, const Node& node) {
  return {std::get<Value*>(node.args()[0])};
}

std::vector<Value*> decompose_relu6(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::hardtanh",
                        {node.tensor("self"), SymInt(0), SymInt(6)})};
}

std::vector<Value*> decompose_hardswish(Rewriter& rewriter, const Node& node) {
  Value* x = node.tensor("self");
  Value* gated =
      rewriter.call("aten::mul.Tensor", {x, relu6_of_shifted(rewriter, x)});
  return {rewriter.call("aten::div.Scalar", {gated, SymInt(6)})};
}

std::vector<Value*> decompose_hardsigmoid(Rewriter& rewriter,
                                          const Node& node) {
  return {rewriter.call(
      "aten::div.Scalar",
      {relu6_of_shifted(rewriter, node.tensor("self")), SymInt(6)})};
}

std::vector<Value*> decompose_silu(Rewriter& rewriter, const Node& node) {
  Value* x = node.tensor("self");
  return {rewriter.call("aten::mul.Tensor",
                        {x, rewriter.call("aten::sigmoid", {x})})};
}

std::vector<Value*> decompose_dropout(Rewriter& rewriter, const Node& node) {
  if (node.bool_value("train") && node.number("p") != 0) {
    return rewriter.refuse(
        "found train=True, expected a model exported in eval mode");
  }
  return {node.tensor("input")};
}

}  // namespace executorch::exir::decompositions
