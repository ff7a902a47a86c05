#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_from_export(const Node& node) {
  return fail(diagnose(node, "has no shape rule"));
}

Specs infer_pointwise(const Node& node) {
  return one(node, promoted(node, {"other", "exponent"}), broadcast_all(node));
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

Specs infer_same_as_self(const Node& node) {
  const Value* self = std::get<Value*>(node.args()[0]);
  return std::vector<ValueSpec>{self->spec};
}

}  // namespace executorch::exir::infer
