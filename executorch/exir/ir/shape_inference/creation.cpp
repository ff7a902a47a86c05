#include <executorch/exir/ir/shape_inference/infer_util.h>

#include <cmath>
#include <optional>

namespace executorch::exir::infer {
namespace {

/// dtype of a Scalar argument's kind.
ScalarType dtype_of(const Argument& argument) {
  if (std::holds_alternative<bool>(argument)) {
    return ScalarType::Bool;
  }
  const auto* value = std::get_if<Value*>(&argument);
  const bool is_real =
      std::holds_alternative<double>(argument) ||
      (value != nullptr && !(*value)->is_tensor() &&
       std::get<ScalarSpec>((*value)->spec).kind == ScalarSpec::Kind::kFloat);
  return is_real ? ScalarType::Float : ScalarType::Long;
}

/// A Scalar argument as an integer expression, or nothing for a real number.
std::optional<SymInt> integer_of(const Argument& argument) {
  if (const auto* number = std::get_if<SymInt>(&argument)) {
    return *number;
  }
  if (const auto* flag = std::get_if<bool>(&argument)) {
    return SymInt(*flag ? 1 : 0);
  }
  const auto* value = std::get_if<Value*>(&argument);
  if (value == nullptr || (*value)->is_tensor()) {
    return std::nullopt;
  }
  const auto& scalar = std::get<ScalarSpec>((*value)->spec);
  return scalar.kind == ScalarSpec::Kind::kInt ? std::optional(scalar.sym)
                                               : std::nullopt;
}

struct Progression {
  Argument start = SymInt(0);
  Argument end;
  Argument step = SymInt(1);
};

Progression progression_of(const Node& node) {
  Progression out;
  out.end = node.arg("end");
  if (node.op().schema.param_index("start")) {
    out.start = node.arg("start");
  }
  if (node.op().schema.param_index("step")) {
    out.step = node.arg("step");
  }
  return out;
}

std::optional<double> real_of(const Argument& argument) {
  if (const auto* number = std::get_if<double>(&argument)) {
    return *number;
  }
  const auto integer = integer_of(argument);
  const auto constant = integer ? integer->constant() : std::nullopt;
  return constant ? std::optional(static_cast<double>(*constant))
                  : std::nullopt;
}

}  // namespace

Specs infer_arange(const Node& node) {
  const Progression p = progression_of(node);
  const auto start = integer_of(p.start);
  const auto end = integer_of(p.end);
  const auto step = integer_of(p.step);
  if (start && end && step) {
    return one(node, dtype_or(node, ScalarType::Long),
               ops::arange_shape(*start, *end, *step));
  }
  const auto from = real_of(p.start);
  const auto to = real_of(p.end);
  const auto by = real_of(p.step);
  if (!from || !to || !by) {
    return fail(diagnose(node, "counts to a real number that is not constant"));
  }
  const ops::ShapeResult<int64_t> shape = ops::arange_shape(*from, *to, *by);
  ops::ShapeResult<SymInt> sizes{shape.error};
  if (shape.ok()) {
    sizes.sizes.push_back(SymInt(shape.sizes[0]));
  }
  return one(node, dtype_or(node, ScalarType::Float), sizes);
}

/// A factory's sizes; Float unless a dtype is given.
Specs infer_created(const Node& node) {
  return one(node, dtype_or(node, ScalarType::Float),
             {sizes_of(node.ints("size"))});
}

Specs infer_random(const Node& node) { return infer_created(node); }

Specs infer_random_like(const Node& node) { return infer_full_like(node); }

Specs infer_created_like(const Node& node) {
  return one(node, dtype_or(node, node.tensor("self")->dtype()),
             {sizes_of(node.ints("size"))});
}

Specs infer_scalar_tensor(const Node& node) {
  return one(node, dtype_or(node, ScalarType::Float), Sizes{});
}

Specs infer_full(const Node& node) {
  const ScalarType natural = dtype_of(node.arg("fill_value"));
  return one(node, dtype_or(node, natural), {sizes_of(node.ints("size"))});
}

Specs infer_full_like(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, self->dtype()), {sizes_of(self)});
}

Specs infer_default_order(const Node& node) {
  TensorSpec spec = node.tensor("self")->tensor();
  spec.dim_order.clear();
  return std::vector<ValueSpec>{spec};
}

Specs infer_to_copy(const Node& node) {
  return infer_full_like(node);
}

}  // namespace executorch::exir::infer
