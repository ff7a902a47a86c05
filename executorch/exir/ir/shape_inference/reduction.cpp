#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {
namespace {

/// Sizes after a reduction over the argument `dim`.
ops::ShapeResult<SymInt> reduced(const Node& node) {
  return ops::reduce_shape(sizes_of(node.tensor("self")),
                           Ints(node, "dim").span(),
                           node.bool_value("keepdim"));
}

}  // namespace

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

/// An empty list of dimensions (not None) reduces none of them.
Specs infer_any_dim(const Node& node) {
  const Value* self = node.tensor("self");
  const auto* dims = std::get_if<std::vector<SymInt>>(&node.arg("dim"));
  if (dims != nullptr && dims->empty()) {
    return one(node, ScalarType::Bool, {sizes_of(self)});
  }
  const ScalarType dtype = self->dtype() == ScalarType::Byte
                               ? ScalarType::Byte
                               : ScalarType::Bool;
  return one(node, dtype, reduced(node));
}

Specs infer_prod(const Node& node) {
  const ScalarType dtype = ops::to_sum_type(node.tensor("self")->dtype());
  return one(node, dtype_or(node, dtype), reduced(node));
}

Specs infer_reduce(const Node& node) {
  return one(node, node.tensor("self")->dtype(), reduced(node));
}

Specs infer_reduce_twice(const Node& node) {
  return repeated(infer_reduce(node), 2);
}

Specs infer_arg_reduce(const Node& node) {
  return one(node, ScalarType::Long, reduced(node));
}

Specs infer_reduce_with_indices(const Node& node) {
  return with_indices(infer_reduce(node));
}

Specs infer_scan(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, dtype_or(node, ops::to_sum_type(self->dtype())),
             sizes_of(self));
}

Specs infer_same_with_indices(const Node& node) {
  const Value* self = node.tensor("self");
  return with_indices(one(node, self->dtype(), sizes_of(self)));
}

Specs infer_topk(const Node& node) {
  const Value* self = node.tensor("self");
  return with_indices(
      one(node, self->dtype(),
          ops::topk_shape(sizes_of(self), node.sym_int("k"),
                          node.int_value("dim"))));
}

}  // namespace executorch::exir::infer
