#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/ops/dtype_rules.h>

#include <cmath>

namespace executorch::backends::mps {
namespace {

using exir::ScalarType;
using exir::Value;

constexpr MPSDataType kBool = MPSDataType::mps_data_type_bool;
constexpr MPSDataType kFloat32 = MPSDataType::mps_data_type_float32;

constexpr double kMaxHalf = 65504;

/// The second operand: a tensor, or a number in `dtype`.
Tensor second(GraphWriter& writer, const exir::Node& node,
              std::string_view name, MPSDataType dtype) {
  const exir::Argument& argument = node.arg(name);
  if (std::holds_alternative<Value*>(argument)) {
    return writer.get(node.tensor(name), dtype);
  }
  return writer.scalar(node.number(name), dtype);
}

bool is_number(const exir::Node& node, std::string_view name) {
  return !std::holds_alternative<Value*>(node.arg(name));
}

/// The dtype to compute in; float32 where the number is none of half.
MPSDataType form_with(GraphWriter& writer, const exir::Node& node,
                      std::string_view name, ScalarType dtype) {
  const MPSDataType form = form_of(writer, node, dtype);
  const bool leaves_half = is_number(node, name) && is_float(form) &&
                           std::isfinite(node.number(name)) &&
                           std::abs(node.number(name)) > kMaxHalf;
  return leaves_half ? kFloat32 : form;
}

Refusal refuse_bool(const exir::Node& node) {
  return node.output()->dtype() == ScalarType::Bool
             ? Refusal("arithmetic of bool")
             : std::nullopt;
}

/// A factor that the payload holds as float32.
Refusal read_alpha(const exir::Node& node, float& alpha) {
  const double wanted = node.number("alpha");
  alpha = static_cast<float>(wanted);
  const bool is_whole = !is_float(data_type(node.output()->dtype()));
  if (is_whole && static_cast<double>(alpha) != wanted) {
    return "alpha is no float32 number";
  }
  return std::nullopt;
}

/// The dtype in which two operands are compared.
ScalarType compared_type(const exir::Node& node) {
  ops::ResultType type;
  const Value* self = node.tensor("self");
  type.add_tensor(self->dtype(), self->sizes().empty());
  const exir::Argument& other = node.arg("other");
  if (const auto* value = std::get_if<Value*>(&other)) {
    type.add_tensor((*value)->dtype(), (*value)->sizes().empty());
  } else if (std::holds_alternative<double>(other)) {
    type.add_number(ScalarType::Float);
  } else {
    type.add_number(std::holds_alternative<bool>(other) ? ScalarType::Bool
                                                        : ScalarType::Long);
  }
  return type.get();
}

/// Whether a number of the model is one of an integer dtype.
bool fits(double value, MPSDataType dtype) {
  switch (dtype) {
    case MPSDataType::mps_data_type_bool:
      return value == 0 || value == 1;
    case MPSDataType::mps_data_type_uint8:
      return value >= 0 && value <= 255;
    case MPSDataType::mps_data_type_int8:
      return value >= -128 && value <= 127;
    case MPSDataType::mps_data_type_int16:
      return value >= -32768 && value <= 32767;
    case MPSDataType::mps_data_type_int32:
      return value >= -2147483648.0 && value <= 2147483647.0;
    case MPSDataType::mps_data_type_int64:
      return std::abs(value) <= 9007199254740992.0;
    default:
      return true;
  }
}

Refusal check_number(const exir::Node& node, std::string_view name,
                     MPSDataType dtype) {
  if (is_number(node, name) && !fits(node.number(name), dtype)) {
    return std::string(name) + " is out of the range of the other operand";
  }
  return std::nullopt;
}

/// `name` is the operator's word for the second operand.
Refusal write_arithmetic(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion type, std::string_view name) {
  if (Refusal refusal = refuse_bool(node)) {
    return refusal;
  }
  const MPSDataType form =
      form_with(writer, node, name, node.output()->dtype());
  if (Refusal refusal = check_number(node, name, form)) {
    return refusal;
  }
  writer.define(node.output(),
                binary(writer, type, writer.get(node.tensor("self"), form),
                       second(writer, node, name, form)));
  return std::nullopt;
}

/// self + alpha * other, or other + alpha * self; or differences.
Refusal write_sum(GraphWriter& writer, const exir::Node& node,
                  MPSNodeUnion type, bool is_reversed) {
  float alpha = 1;
  Refusal refusal = refuse_bool(node);
  if (!refusal) {
    refusal = read_alpha(node, alpha);
  }
  const MPSDataType form =
      form_with(writer, node, "other", node.output()->dtype());
  if (!refusal) {
    refusal = check_number(node, "other", form);
  }
  if (refusal) {
    return refusal;
  }
  const Tensor self = writer.get(node.tensor("self"), form);
  const Tensor other = second(writer, node, "other", form);
  writer.define(node.output(), add(writer, type, is_reversed ? other : self,
                                   is_reversed ? self : other, alpha));
  return std::nullopt;
}

}  // namespace

Refusal visit_arithmetic(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion type) {
  return write_arithmetic(writer, node, type, "other");
}

Refusal visit_float_binary(GraphWriter& writer, const exir::Node& node,
                           MPSNodeUnion type) {
  return write_arithmetic(writer, node, type, "other");
}

Refusal visit_add(GraphWriter& writer, const exir::Node& node,
                  MPSNodeUnion type) {
  return write_sum(writer, node, type, false);
}

Refusal visit_rsub(GraphWriter& writer, const exir::Node& node,
                   MPSNodeUnion type) {
  return write_sum(writer, node, type, true);
}

/// Quotients that are rounded down are ATen's remainder of a division, which is
/// not the floor of the quotient; those of integers MPSGraph does not state.
Refusal visit_div(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const MPSDataType form =
      form_with(writer, node, "other", node.output()->dtype());
  if (!is_float(form)) {
    return "a quotient of integers that stays an integer";
  }
  const char* mode = nullptr;
  if (node.op().schema.param_index("rounding_mode") &&
      !node.is_none("rounding_mode")) {
    if (std::get<std::string>(node.arg("rounding_mode")) != "trunc") {
      return "a quotient rounded down";
    }
    if (form != kFloat32) {
      return "a truncated quotient in half";
    }
    mode = "trunc";
  }
  writer.define(node.output(),
                divide(writer, writer.get(node.tensor("self"), form),
                       second(writer, node, "other", form), mode));
  return std::nullopt;
}

Refusal visit_pow(GraphWriter& writer, const exir::Node& node,
                  MPSNodeUnion type) {
  if (!is_float(data_type(node.output()->dtype()))) {
    return "a power of integers";
  }
  writer.define(node.output(),
                binary(writer, type, writer.get(node.tensor("self"), kFloat32),
                       second(writer, node, "exponent", kFloat32)));
  return std::nullopt;
}

/// Exponents that name another function are that function, which is defined
/// for negative numbers too. Powers leave the range of half soon.
Refusal visit_pow_scalar(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (!is_float(data_type(node.output()->dtype()))) {
    return "a power of integers";
  }
  const double exponent = node.number("exponent");
  const Tensor x = writer.get(node.tensor("self"), kFloat32);
  Tensor result;
  if (exponent == 2 || exponent == 3) {
    result = binary(writer, MPSNodeUnion::MPSMul, x, x);
    if (exponent == 3) {
      result = binary(writer, MPSNodeUnion::MPSMul, result, x);
    }
  } else if (exponent == 1) {
    result = x;
  } else if (exponent == 0.5) {
    result = unary(writer, MPSNodeUnion::MPSSqrt, x);
  } else if (exponent == -0.5) {
    result = unary(writer, MPSNodeUnion::MPSRsqrt, x);
  } else if (exponent == -1) {
    result = unary(writer, MPSNodeUnion::MPSReciprocal, x);
  } else {
    result = binary(writer, MPSNodeUnion::MPSPow, x,
                    writer.scalar(exponent, kFloat32));
  }
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_comparison(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion type) {
  const MPSDataType form =
      form_with(writer, node, "other", compared_type(node));
  if (form == MPSDataType::mps_data_type_invalid) {
    return "compared in a dtype that MPSGraph has not";
  }
  if (Refusal refusal = check_number(node, "other", form)) {
    return refusal;
  }
  writer.define(node.output(),
                binary(writer, type, writer.get(node.tensor("self"), form),
                       second(writer, node, "other", form), kBool));
  return std::nullopt;
}

Refusal visit_logical(GraphWriter& writer, const exir::Node& node,
                      MPSNodeUnion type) {
  writer.define(node.output(),
                binary(writer, type, writer.get(node.tensor("self"), kBool),
                       writer.get(node.tensor("other"), kBool)));
  return std::nullopt;
}

Refusal visit_bitwise(GraphWriter& writer, const exir::Node& node,
                      MPSNodeUnion type) {
  if (node.output()->dtype() != ScalarType::Bool) {
    return "bits of integers";
  }
  return visit_logical(writer, node, type);
}

}  // namespace executorch::backends::mps
