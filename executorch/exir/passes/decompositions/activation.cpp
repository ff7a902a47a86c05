#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>

#include <cmath>

namespace executorch::exir::decompositions {
namespace {

/// log(1 + e^-|x|), which does not overflow.
Value* log1p_exp_minus_abs(Expressions& e, Value* x) {
  return e.unary("log1p", e.unary("exp", e.neg(e.abs(x))));
}

}  // namespace

std::vector<Value*> decompose_mish(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* softplus = e.add(e.at_least(x, SymInt(0)), log1p_exp_minus_abs(e, x));
  return {e.mul(x, e.unary("tanh", softplus))};
}

std::vector<Value*> decompose_selu(Rewriter& rewriter, const Node& node) {
  return {rewriter.call(
      "aten::elu",
      {node.tensor("self"), 1.6732632423543772848, 1.0507009873554804934})};
}

std::vector<Value*> decompose_celu(Rewriter& rewriter, const Node& node) {
  const double alpha = node.number("alpha");
  if (alpha == 0) {
    return rewriter.refuse("found alpha 0, expected another number");
  }
  return {
      rewriter.call("aten::elu", {node.tensor("self"), alpha, 1.0, 1 / alpha})};
}

std::vector<Value*> decompose_log_sigmoid(Rewriter& rewriter,
                                          const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* negative =
      rewriter.call("aten::clamp", {x, std::monostate{}, SymInt(0)});
  return {e.sub(negative, log1p_exp_minus_abs(e, x))};
}

std::vector<Value*> decompose_softplus(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  const double beta = node.number("beta");
  Value* scaled = e.mul(x, beta);
  Value* soft = e.div(e.unary("log1p", e.unary("exp", scaled)), beta);
  return {e.where(e.compare("gt", scaled, node.arg("threshold")), x, soft)};
}

std::vector<Value*> decompose_softshrink(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  const double lambda = node.number("lambd");
  Value* below =
      e.where(e.compare("lt", x, -lambda), e.add(x, lambda), e.mul(x, 0.0));
  return {e.where(e.compare("gt", x, lambda), e.add(x, -lambda), below)};
}

std::vector<Value*> decompose_hardshrink(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  return {e.where(e.compare("le", e.abs(x), node.arg("lambd")), 0.0, x)};
}

std::vector<Value*> decompose_threshold(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  return {
      e.where(e.compare("le", x, node.arg("threshold")), node.arg("value"), x)};
}

std::vector<Value*> decompose_prelu(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* weight = node.tensor("weight");
  if (x->sizes().size() > 1 && weight->sizes().size() == 1) {
    std::vector<SymInt> sizes(x->sizes().size(), SymInt(1));
    sizes[1] = weight->sizes()[0];
    weight = e.view(weight, std::move(sizes));
  }
  Value* slope = e.mul(x, weight);
  return {e.where(e.compare("gt", x, SymInt(0)), x,
                  x->sizes().empty() ? e.view(slope, {}) : slope)};
}

std::vector<Value*> decompose_rrelu(Rewriter& rewriter, const Node& node) {
  if (node.bool_value("training")) {
    return rewriter.refuse(
        "found training=True, expected a model exported in eval mode");
  }
  const double slope = (node.number("lower") + node.number("upper")) / 2;
  return {rewriter.call("aten::leaky_relu", {node.tensor("self"), slope})};
}

}  // namespace executorch::exir::decompositions
