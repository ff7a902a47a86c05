#include <executorch/exir/ir/shape_inference/infer_util.h>
#include <fmt/format.h>

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

Specs infer_svdvals(const Node& node) {
  const Value* a = node.tensor("A");
  return one(node, a->dtype(), ops::smaller_side_shape(sizes_of(a)));
}

/// PyTorch's powers overflow in half, where an answer in float would not.
Specs infer_matrix_exp(const Node& node) {
  const Value* self = node.tensor("self");
  if (self->dtype() != ScalarType::Float &&
      self->dtype() != ScalarType::Double) {
    return fail(diagnose(node, fmt::format("found {}, expected f32 or f64",
                                           self->tensor().str())));
  }
  return std::vector<ValueSpec>{self->spec};
}

Specs infer_eigvalsh(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(), ops::smaller_side_shape(sizes_of(self)));
}

Specs infer_lu_factor(const Node& node) {
  const Value* a = node.tensor("A");
  ET_ASSIGN(auto pivots, one(node, ScalarType::Int,
                             ops::smaller_side_shape(sizes_of(a))));
  TensorSpec info{ScalarType::Int, a->sizes()};
  info.sizes.resize(a->sizes().size() - 2);
  return std::vector<ValueSpec>{TensorSpec{a->dtype(), a->sizes()},
                                pivots.front(), info};
}

}  // namespace executorch::exir::infer
