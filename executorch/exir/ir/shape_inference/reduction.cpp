#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_sum(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, ops::to_sum_type(self->dtype())),
             ops::reduce_shape(sizes_of(self), Ints(node, "dim").span(),
                               node.bool_value("keepdim")));
}

Specs infer_mean(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, self->dtype()),
             ops::reduce_shape(sizes_of(self), Ints(node, "dim").span(),
                               node.bool_value("keepdim")));
}

Specs infer_any_dim(const Node& node) {
  const int64_t dim = node.int_value("dim");
  return one(node, ScalarType::Bool,
             ops::reduce_shape(sizes_of(node.tensor("self")), {&dim, 1},
                               node.bool_value("keepdim")));
}

}  // namespace executorch::exir::infer
