#include <executorch/exir/passes/decompositions/decompositions.h>
#include <executorch/exir/passes/decompositions/expressions.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cmath>
#include <limits>

namespace executorch::exir::decompositions {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_floating(const Value* x) { return runtime::isFloatingType(x->dtype()); }

/// Another operator with the same arguments.
std::vector<Value*> renamed(Rewriter& rewriter, const Node& node,
                            std::string_view op) {
  return {rewriter.call(op, node.args())};
}

/// Largest finite number of a dtype.
double largest(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      return 65504;
    case ScalarType::BFloat16:
      return 0x1.FEp127;
    case ScalarType::Double:
      return std::numeric_limits<double>::max();
    default:
      return static_cast<double>(std::numeric_limits<float>::max());
  }
}

}  // namespace

std::vector<Value*> decompose_true_divide(Rewriter& rewriter,
                                          const Node& node) {
  return renamed(rewriter, node, "aten::div.Tensor");
}

std::vector<Value*> decompose_true_divide_scalar(Rewriter& rewriter,
                                                 const Node& node) {
  return renamed(rewriter, node, "aten::div.Scalar");
}

std::vector<Value*> decompose_divide(Rewriter& rewriter, const Node& node) {
  return renamed(rewriter, node, "aten::div.Tensor");
}

std::vector<Value*> decompose_divide_scalar(Rewriter& rewriter,
                                            const Node& node) {
  return renamed(rewriter, node, "aten::div.Scalar");
}

std::vector<Value*> decompose_divide_mode(Rewriter& rewriter,
                                          const Node& node) {
  return renamed(rewriter, node, "aten::div.Tensor_mode");
}

std::vector<Value*> decompose_multiply(Rewriter& rewriter, const Node& node) {
  return renamed(rewriter, node, "aten::mul.Tensor");
}

std::vector<Value*> decompose_multiply_scalar(Rewriter& rewriter,
                                              const Node& node) {
  return renamed(rewriter, node, "aten::mul.Scalar");
}

std::vector<Value*> decompose_subtract(Rewriter& rewriter, const Node& node) {
  return renamed(rewriter, node, "aten::sub.Tensor");
}

std::vector<Value*> decompose_subtract_scalar(Rewriter& rewriter,
                                              const Node& node) {
  return renamed(rewriter, node, "aten::sub.Scalar");
}

std::vector<Value*> decompose_rsub(Rewriter& rewriter, const Node& node) {
  return {Expressions(rewriter).sub(node.tensor("other"), node.tensor("self"),
                                    node.arg("alpha"))};
}

std::vector<Value*> decompose_floor_divide_scalar(Rewriter& rewriter,
                                                  const Node& node) {
  return {rewriter.call(
      "aten::div.Scalar_mode",
      {node.tensor("self"), node.arg("other"), std::string("floor")})};
}

std::vector<Value*> decompose_max_other(Rewriter& rewriter, const Node& node) {
  return renamed(rewriter, node, "aten::maximum");
}

std::vector<Value*> decompose_min_other(Rewriter& rewriter, const Node& node) {
  return renamed(rewriter, node, "aten::minimum");
}

std::vector<Value*> decompose_clamp_min(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::clamp", {node.tensor("self"), node.arg("min")})};
}

std::vector<Value*> decompose_clamp_max(Rewriter& rewriter, const Node& node) {
  return {rewriter.call(
      "aten::clamp", {node.tensor("self"), std::monostate{}, node.arg("max")})};
}

std::vector<Value*> decompose_clamp_min_tensor(Rewriter& rewriter,
                                               const Node& node) {
  return renamed(rewriter, node, "aten::clamp.Tensor");
}

std::vector<Value*> decompose_clamp_max_tensor(Rewriter& rewriter,
                                               const Node& node) {
  return {rewriter.call(
      "aten::clamp.Tensor",
      {node.tensor("self"), std::monostate{}, node.tensor("max")})};
}

std::vector<Value*> decompose_square(Rewriter& rewriter, const Node& node) {
  return {rewriter.call("aten::pow.Tensor_Scalar",
                        {node.tensor("self"), SymInt(2)})};
}

std::vector<Value*> decompose_frac(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  return {e.sub(x, e.unary("trunc", x))};
}

std::vector<Value*> decompose_sgn(Rewriter& rewriter, const Node& node) {
  return renamed(rewriter, node, "aten::sign");
}

std::vector<Value*> decompose_deg2rad(Rewriter& rewriter, const Node& node) {
  return {Expressions(rewriter).mul(node.tensor("self"), kPi / 180)};
}

std::vector<Value*> decompose_rad2deg(Rewriter& rewriter, const Node& node) {
  return {Expressions(rewriter).mul(node.tensor("self"), 180 / kPi)};
}

std::vector<Value*> decompose_round_decimals(Rewriter& rewriter,
                                             const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  const int64_t decimals = node.int_value("decimals");
  if (decimals == 0 || !is_floating(x)) {
    return {e.unary("round", x)};
  }
  const double unit = std::pow(10.0, std::abs(static_cast<double>(decimals)));
  return {decimals > 0 ? e.div(e.unary("round", e.mul(x, unit)), unit)
                       : e.mul(e.unary("round", e.div(x, unit)), unit)};
}

std::vector<Value*> decompose_isfinite(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  if (!is_floating(x)) {
    return {rewriter.call("aten::full_like", {x, true, ScalarType::Bool})};
  }
  return {e.compare("lt", e.abs(x), kInfinity)};
}

std::vector<Value*> decompose_isposinf(Rewriter& rewriter, const Node& node) {
  return {Expressions(rewriter).compare("eq", node.tensor("self"), kInfinity)};
}

std::vector<Value*> decompose_isneginf(Rewriter& rewriter, const Node& node) {
  return {Expressions(rewriter).compare("eq", node.tensor("self"), -kInfinity)};
}

std::vector<Value*> decompose_isclose(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* a = node.tensor("self");
  Value* b = node.tensor("other");
  const auto either = [&](Value* x, Value* y) {
    return rewriter.call("aten::logical_or", {x, y});
  };
  Value* close = e.compare("eq", a, b);
  if (node.bool_value("equal_nan") && is_floating(a)) {
    close = either(close,
                   rewriter.call("aten::logical_and",
                                 {e.unary("isnan", a), e.unary("isnan", b)}));
  }
  const double rtol = node.number("rtol");
  const double atol = node.number("atol");
  if (rtol == 0 && atol == 0) {
    return {close};
  }
  Value* cast_b = is_floating(b) ? b : e.cast(b, ScalarType::Float);
  Value* allowed = e.add(e.abs(e.mul(cast_b, rtol)), atol);
  Value* actual = e.abs(e.sub(a, cast_b));
  Value* near = rewriter.call(
      "aten::logical_and",
      {e.unary("isfinite", actual), e.compare("le", actual, allowed)});
  return {either(close, near)};
}

std::vector<Value*> decompose_float_power(Rewriter& rewriter,
                                          const Node& node) {
  Expressions e(rewriter);
  return {rewriter.call("aten::pow.Tensor_Tensor",
                        {e.cast(node.tensor("self"), ScalarType::Double),
                         e.cast(node.tensor("exponent"), ScalarType::Double)})};
}

std::vector<Value*> decompose_float_power_scalar(Rewriter& rewriter,
                                                 const Node& node) {
  Expressions e(rewriter);
  return {rewriter.call(
      "aten::pow.Tensor_Scalar",
      {e.cast(node.tensor("self"), ScalarType::Double), node.arg("exponent")})};
}

std::vector<Value*> decompose_ldexp(Rewriter& rewriter, const Node& node) {
  Value* power = rewriter.call("aten::pow.Scalar", {2.0, node.tensor("other")});
  return {Expressions(rewriter).mul(node.tensor("self"), power)};
}

std::vector<Value*> decompose_lerp(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* start = node.tensor("self");
  Value* end = node.tensor("end");
  Value* weight = node.tensor("weight");
  Value* distance = e.sub(end, start);
  Value* from_start = e.add(start, e.mul(distance, weight));
  Value* from_end = e.sub(end, e.mul(distance, e.from(SymInt(1), weight)));
  return {e.where(e.compare("lt", e.abs(weight), 0.5), from_start, from_end)};
}

std::vector<Value*> decompose_lerp_scalar(Rewriter& rewriter,
                                          const Node& node) {
  Expressions e(rewriter);
  Value* start = node.tensor("self");
  Value* end = node.tensor("end");
  const double weight = node.number("weight");
  Value* distance = e.sub(end, start);
  return {std::abs(weight) < 0.5 ? e.add(start, distance, weight)
                                 : e.sub(end, distance, 1 - weight)};
}

std::vector<Value*> decompose_addcmul(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  return {e.add(node.tensor("self"),
                e.mul(node.tensor("tensor1"), node.tensor("tensor2")),
                node.arg("value"))};
}

std::vector<Value*> decompose_addcdiv(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  return {e.add(node.tensor("self"),
                e.div(node.tensor("tensor1"), node.tensor("tensor2")),
                node.arg("value"))};
}

std::vector<Value*> decompose_nan_to_num(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  if (!is_floating(x)) {
    return {x};
  }
  const double limit = largest(x->dtype());
  const auto given = [&](const char* name, double otherwise) {
    return node.is_none(name) ? otherwise : node.number(name);
  };
  Value* low =
      e.where(e.compare("eq", x, -kInfinity), given("neginf", -limit), x);
  Value* high =
      e.where(e.compare("eq", x, kInfinity), given("posinf", limit), low);
  return {e.where(e.unary("isnan", x), given("nan", 0.0), high)};
}

std::vector<Value*> decompose_angle(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* real = is_floating(x) ? x : e.cast(x, ScalarType::Float);
  Value* angle = e.where(e.compare("lt", real, SymInt(0)), kPi,
                         rewriter.call("aten::full_like", {real, 0.0}));
  return {e.where(e.unary("isnan", real), real, angle)};
}

std::vector<Value*> decompose_sinc(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = e.mul(node.tensor("self"), kPi);
  return {
      e.where(e.compare("eq", x, SymInt(0)), 1.0, e.div(e.unary("sin", x), x))};
}

std::vector<Value*> decompose_special_entr(Rewriter& rewriter,
                                           const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  Value* real = is_floating(x) ? x : e.cast(x, ScalarType::Float);
  Value* at_zero =
      e.where(e.compare("eq", real, SymInt(0)), 0.0,
              rewriter.call("aten::full_like", {real, -kInfinity}));
  Value* entropy = e.where(e.compare("gt", real, SymInt(0)),
                           e.neg(e.mul(real, e.unary("log", real))), at_zero);
  return {e.where(e.unary("isnan", real), real, entropy)};
}

std::vector<Value*> decompose_special_ndtr(Rewriter& rewriter,
                                           const Node& node) {
  Expressions e(rewriter);
  Value* x = e.mul(node.tensor("self"), std::sqrt(0.5));
  return {e.mul(e.add(e.unary("erf", x), 1.0), 0.5)};
}

std::vector<Value*> decompose_mvlgamma(Rewriter& rewriter, const Node& node) {
  Expressions e(rewriter);
  Value* x = node.tensor("self");
  const auto p = static_cast<double>(node.int_value("p"));
  if (!(p >= 1 && p <= 1000)) {
    return rewriter.refuse("found a p that is not 1 to 1000");
  }
  Value* sum = e.unary("lgamma", x);
  for (double j = 1; j < p; ++j) {
    sum = e.add(sum, e.unary("lgamma", e.add(x, -j / 2)));
  }
  return {e.add(sum, p * (p - 1) / 4 * std::log(kPi))};
}

std::vector<Value*> decompose_masked_fill(Rewriter& rewriter,
                                          const Node& node) {
  Expressions e(rewriter);
  Value* self = node.tensor("self");
  return {e.where(node.tensor("mask"),
                  e.cast(node.tensor("value"), self->dtype()), self)};
}

std::vector<Value*> decompose_where_scalar(Rewriter& rewriter,
                                           const Node& node) {
  Expressions e(rewriter);
  const auto operand = [&](const char* name) {
    const auto* value = std::get_if<Value*>(&node.arg(name));
    return value != nullptr && (*value)->is_tensor()
               ? *value
               : e.scalar(node.arg(name), node.output()->dtype());
  };
  return {e.where(node.tensor("condition"), operand("self"), operand("other"))};
}

}  // namespace executorch::exir::decompositions
