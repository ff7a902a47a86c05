#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_mm(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::mm_shape(sizes_of(self), sizes_of(node.tensor("mat2"))));
}

Specs infer_bmm(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::bmm_shape(sizes_of(self), sizes_of(node.tensor("mat2"))));
}

Specs infer_addmm(const Node& node) {
  const Value* mat1 = node.tensor("mat1");
  return one(node, mat1->dtype(),
             ops::mm_shape(sizes_of(mat1), sizes_of(node.tensor("mat2"))));
}

Specs infer_cdist(const Node& node) {
  const Value* x1 = node.tensor("x1");
  return one(node, x1->dtype(),
             ops::cdist_shape(sizes_of(x1), sizes_of(node.tensor("x2"))));
}

Specs infer_pdist(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(), ops::pdist_shape(sizes_of(self)));
}

}  // namespace executorch::exir::infer
