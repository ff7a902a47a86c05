#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>

namespace executorch::exir::decompositions {
namespace {

std::vector<Value*> filled(Rewriter& rewriter, const Node& node, double value) {
  return {rewriter.call("aten::full",
                        {node.ints("size"), value, node.output()->dtype()})};
}

std::vector<Value*> filled_like(Rewriter& rewriter, const Node& node,
                                Argument value) {
  return {rewriter.call(
      "aten::full_like",
      {node.tensor("self"), std::move(value), node.output()->dtype()})};
}

/// `steps` numbers from start to end in double, counted from the nearer end;
/// the ends are first rounded to the result's dtype.
Value* even_steps(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  const ScalarType dtype = node.output()->dtype();
  const auto end_point = [&](const char* name) {
    const auto* value = std::get_if<Value*>(&node.arg(name));
    Value* tensor = value != nullptr && (*value)->is_tensor()
                        ? *value
                        : e.scalar(node.arg(name), ScalarType::Double);
    return e.cast(e.cast(tensor, dtype), ScalarType::Double);
  };
  Value* start = end_point("start");
  Value* end = end_point("end");
  const int64_t steps = node.int_value("steps");
  if (steps < 2) {
    return rewriter.call(
        "aten::expand_copy",
        {e.view(start, {SymInt(1)}), std::vector<SymInt>{SymInt(steps)}});
  }
  const auto last = static_cast<double>(steps - 1);
  Value* step = e.div(e.sub(end, start), last);
  Value* index =
      rewriter.call("aten::arange", {SymInt(steps), ScalarType::Double});
  Value* low = e.add(start, e.mul(index, step));
  Value* high = e.sub(end, e.mul(e.from(last, index), step));
  return e.where(e.compare("lt", index, SymInt(steps / 2)), low, high);
}

}  // namespace

std::vector<Value*> decompose_ones(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 1.0);
}

std::vector<Value*> decompose_zeros(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 0.0);
}

std::vector<Value*> decompose_empty(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 0.0);
}

std::vector<Value*> decompose_ones_like(Rewriter& rewriter, const Node& node) {
  return filled_like(rewriter, node, SymInt(1));
}

std::vector<Value*> decompose_zeros_like(Rewriter& rewriter, const Node& node) {
  return filled_like(rewriter, node, SymInt(0));
}

std::vector<Value*> decompose_empty_like(Rewriter& rewriter, const Node& node) {
  return filled_like(rewriter, node, SymInt(0));
}

std::vector<Value*> decompose_zero(Rewriter& rewriter, const Node& node) {
  return filled_like(rewriter, node, SymInt(0));
}

std::vector<Value*> decompose_new_full(Rewriter& rewriter, const Node& node) {
  return {rewriter.call(
      "aten::full",
      {node.ints("size"), node.arg("fill_value"), node.output()->dtype()})};
}

std::vector<Value*> decompose_new_ones(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 1.0);
}

std::vector<Value*> decompose_new_zeros(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 0.0);
}

std::vector<Value*> decompose_new_empty(Rewriter& rewriter, const Node& node) {
  return filled(rewriter, node, 0.0);
}

std::vector<Value*> decompose_arange_start(Rewriter& rewriter,
                                           const Node& node) {
  return {rewriter.call(
      "aten::arange.start_step",
      {node.arg("start"), node.arg("end"), SymInt(1), node.arg("dtype")})};
}

std::vector<Value*> decompose_linspace(Rewriter& rewriter, const Node& node) {
  return {Expressions(rewriter).cast(even_steps(rewriter, node),
                                     node.output()->dtype())};
}

std::vector<Value*> decompose_logspace(Rewriter& rewriter, const Node& node) {
  Value* powers = rewriter.call(
      "aten::pow.Scalar", {node.number("base"), even_steps(rewriter, node)});
  return {Expressions(rewriter).cast(powers, node.output()->dtype())};
}

std::vector<Value*> decompose_rand_like(Rewriter& rewriter, const Node& node) {
  return {rewriter.call(
      "aten::rand", {node.tensor("self")->sizes(), node.output()->dtype()})};
}

std::vector<Value*> decompose_randn_like(Rewriter& rewriter, const Node& node) {
  return {rewriter.call(
      "aten::randn", {node.tensor("self")->sizes(), node.output()->dtype()})};
}

}  // namespace executorch::exir::decompositions
