#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {
namespace {

/// A reduction over the argument `dim`.
Specs reduced(const Node& node, ScalarType dtype) {
  ET_ASSIGN(const Ints dims, constant_ints(node, "dim"));
  return one(node, dtype,
             ops::reduce_shape(sizes_of(node.tensor("self")), dims.span(),
                               node.bool_value("keepdim")));
}

}  // namespace

Specs infer_sum(const Node& node) {
  const Value* self = node.tensor("self");
  return reduced(node, dtype_or(node, ops::to_sum_type(self->dtype())));
}

Specs infer_mean(const Node& node) {
  const Value* self = node.tensor("self");
  return reduced(node, dtype_or(node, self->dtype()));
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
  return reduced(node, dtype);
}

Specs infer_prod(const Node& node) {
  const ScalarType dtype = ops::to_sum_type(node.tensor("self")->dtype());
  return reduced(node, dtype_or(node, dtype));
}

Specs infer_reduce(const Node& node) {
  return reduced(node, node.tensor("self")->dtype());
}

Specs infer_reduce_twice(const Node& node) {
  return repeated(infer_reduce(node), 2);
}

Specs infer_arg_reduce(const Node& node) {
  return reduced(node, ScalarType::Long);
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
