#include <executorch/exir/passes/decompositions/expressions.h>

#include <cmath>
#include <string>
#include <utility>

namespace executorch::exir::decompositions {

Value* Expressions::unary(std::string_view name, Value* x) {
  return rewriter_.call("aten::" + std::string(name), {x});
}

Value* Expressions::add(Value* a, Value* b, Argument alpha) {
  return rewriter_.call("aten::add.Tensor", {a, b, std::move(alpha)});
}

Value* Expressions::add(Value* a, Argument number) {
  return rewriter_.call("aten::add.Scalar", {a, std::move(number)});
}

Value* Expressions::sub(Value* a, Value* b, Argument alpha) {
  return rewriter_.call("aten::sub.Tensor", {a, b, std::move(alpha)});
}

Value* Expressions::mul(Value* a, Value* b) {
  return rewriter_.call("aten::mul.Tensor", {a, b});
}

Value* Expressions::mul(Value* a, Argument number) {
  return rewriter_.call("aten::mul.Scalar", {a, std::move(number)});
}

Value* Expressions::div(Value* a, Value* b) {
  return rewriter_.call("aten::div.Tensor", {a, b});
}

Value* Expressions::div(Value* a, Argument number) {
  return rewriter_.call("aten::div.Scalar", {a, std::move(number)});
}

Value* Expressions::from(Argument number, Value* x) {
  return rewriter_.call("aten::rsub.Scalar", {x, std::move(number)});
}

Value* Expressions::at_least(Value* x, Argument low) {
  return rewriter_.call("aten::clamp", {x, std::move(low), std::monostate{}});
}

Value* Expressions::compare(std::string_view op, Value* x, Argument other) {
  const bool is_tensor = std::holds_alternative<Value*>(other);
  return rewriter_.call(
      "aten::" + std::string(op) + (is_tensor ? ".Tensor" : ".Scalar"),
      {x, std::move(other)});
}

Value* Expressions::where(Value* condition, Value* a, Value* b) {
  return rewriter_.call("aten::where.self", {condition, a, b});
}

Value* Expressions::where(Value* condition, Argument number, Value* b) {
  return where(condition, scalar(std::move(number), b->dtype()), b);
}

Value* Expressions::where(Value* condition, Value* a, Argument number) {
  return where(condition, a, scalar(std::move(number), a->dtype()));
}

Value* Expressions::scalar(Argument number, ScalarType dtype) {
  return rewriter_.call("aten::full",
                        {std::vector<SymInt>{}, std::move(number), dtype});
}

Value* Expressions::cast(Value* x, ScalarType dtype) {
  return x->dtype() == dtype ? x : rewriter_.call("aten::_to_copy", {x, dtype});
}

Value* Expressions::view(Value* x, std::vector<SymInt> sizes) {
  return x->sizes() == sizes
             ? x
             : rewriter_.call("aten::view_copy", {x, std::move(sizes)});
}

Value* Expressions::sum(Value* x, std::vector<SymInt> dims, bool keepdim) {
  return rewriter_.call("aten::sum.dim_IntList", {x, std::move(dims), keepdim});
}

Value* Expressions::sum(Value* x) {
  return rewriter_.call("aten::sum.dim_IntList", {x, std::monostate{}});
}

Value* Expressions::mean(Value* x) {
  return rewriter_.call("aten::mean.dim", {x, std::monostate{}});
}

Value* Expressions::reduce(Value* loss, int64_t reduction) {
  return reduction == 0 ? loss : (reduction == 1 ? mean(loss) : sum(loss));
}

Value* Expressions::norm(Value* x, double p, SymInt dim, bool keepdim) {
  const std::vector<SymInt> dims = {std::move(dim)};
  if (p == 2) {
    return unary("sqrt", sum(square(x), dims, keepdim));
  }
  if (p == 0) {
    return sum(cast(compare("ne", x, SymInt(0)), x->dtype()), dims, keepdim);
  }
  if (std::isinf(p)) {
    return rewriter_.call(p > 0 ? "aten::amax" : "aten::amin",
                          {abs(x), dims, keepdim});
  }
  if (p == 1) {
    return sum(abs(x), dims, keepdim);
  }
  Value* powers = rewriter_.call("aten::pow.Tensor_Scalar", {abs(x), p});
  return rewriter_.call("aten::pow.Tensor_Scalar",
                        {sum(powers, dims, keepdim), 1 / p});
}

}  // namespace executorch::exir::decompositions
