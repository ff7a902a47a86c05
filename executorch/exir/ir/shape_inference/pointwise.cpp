#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_from_export(const Node& node) {
  return fail(diagnose(node, "has no shape rule"));
}

Specs infer_pointwise(const Node& node) {
  return one(node, promoted(node, {"self", "other", "exponent"}),
             broadcast_all(node));
}

Specs infer_pointwise_same(const Node& node) {
  return one(node, node.tensor("self")->dtype(), broadcast_all(node));
}

Specs infer_pointwise_float(const Node& node) {
  return one(node, ops::to_floating(promoted(node, {"other"})),
             broadcast_all(node));
}

Specs infer_pointwise_bool(const Node& node) {
  return one(node, ScalarType::Bool, broadcast_all(node));
}

Specs infer_pointwise_clamp(const Node& node) {
  return one(node, promoted(node, {"min", "max"}), broadcast_all(node));
}

Specs infer_pointwise_where(const Node& node) {
  ops::ResultType type;
  for (const char* name : {"self", "other"}) {
    const Value* value = node.tensor(name);
    type.add_tensor(value->dtype(), value->sizes().empty());
  }
  return one(node, type.get(), broadcast_all(node));
}

Specs infer_pointwise_double(const Node& node) {
  return one(node, ScalarType::Double, broadcast_all(node));
}

/// aten::square is a power with an integer exponent.
Specs infer_pointwise_square(const Node& node) {
  const Value* self = node.tensor("self");
  ops::ResultType type;
  type.add_tensor(self->dtype(), self->sizes().empty());
  type.add_number(ScalarType::Long);
  return one(node, type.get(), sizes_of(self));
}

/// A quotient is real unless it is rounded.
Specs infer_pointwise_div_mode(const Node& node) {
  const ScalarType dtype = promoted(node, {"other"});
  const bool rounds = !node.is_none("rounding_mode");
  return one(node, rounds ? dtype : ops::to_floating(dtype),
             broadcast_all(node));
}

Specs infer_frexp(const Node& node) {
  const TensorSpec& self = node.tensor("self")->tensor();
  return std::vector<ValueSpec>{self, TensorSpec{ScalarType::Int, self.sizes}};
}

Specs infer_glu(const Node& node) {
  const Value* self = node.tensor("self");
  const auto axis =
      ops::normalize_axis(node.int_value("dim"), self->sizes().size());
  if (!axis) {
    return fail(diagnose(node, "has a dim that self does not have"));
  }
  return one(node, self->dtype(), ops::glu_shape(sizes_of(self), *axis));
}

Specs infer_view_as_real(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, runtime::toRealValueType(self->dtype()),
             ops::view_as_real_shape(sizes_of(self)));
}

Specs infer_random_dropout(const Node& node) {
  const TensorSpec& input = node.tensor("input")->tensor();
  return std::vector<ValueSpec>{input,
                                TensorSpec{ScalarType::Bool, input.sizes}};
}

Specs infer_same_as_self(const Node& node) {
  const Value* self = std::get<Value*>(node.args()[0]);
  return std::vector<ValueSpec>{self->spec};
}

}  // namespace executorch::exir::infer
