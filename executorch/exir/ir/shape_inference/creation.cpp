#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_full(const Node& node) {
  const Argument& fill = node.arg("fill_value");
  const ScalarType natural = std::holds_alternative<bool>(fill)
                                 ? ScalarType::Bool
                             : std::holds_alternative<SymInt>(fill)
                                 ? ScalarType::Long
                                 : ScalarType::Float;
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
