#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_view(const Node& node) {
  const Value* self = node.tensor("self");
  const auto& size = std::get<std::vector<SymInt>>(node.args()[1]);
  return one(node, self->dtype(),
             ops::view_shape(sizes_of(self), sizes_of(size)));
}

Specs infer_squeeze(const Node& node) {
  const Value* self = node.tensor("self");
  ET_ASSIGN(const Ints dims, constant_ints(node, "dim"));
  return one(node, self->dtype(),
             ops::squeeze_shape(sizes_of(self), dims.span()));
}

Specs infer_unsqueeze(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::unsqueeze_shape(sizes_of(self), node.int_value("dim")));
}

Specs infer_transpose(const Node& node) {
  const Value* self = node.tensor("self");
  Sizes sizes = sizes_of(self);
  if (sizes.empty()) {
    return one(node, self->dtype(), {sizes});
  }
  const auto first = ops::normalize_axis(node.int_value("dim0"), sizes.size());
  const auto second = ops::normalize_axis(node.int_value("dim1"), sizes.size());
  if (!first || !second) {
    return one(node, self->dtype(),
               ops::RuleError{"transposed dimension is out of range",
                              first ? node.int_value("dim1")
                                    : node.int_value("dim0"),
                              static_cast<int64_t>(sizes.size())});
  }
  std::swap(sizes[*first], sizes[*second]);
  return one(node, self->dtype(), {sizes});
}

Specs infer_permute(const Node& node) {
  const Value* self = node.tensor("self");
  ET_ASSIGN(const Ints dims, constant_ints(node, "dims"));
  return one(node, self->dtype(),
             ops::permute_shape(sizes_of(self), dims.span()));
}

Specs infer_expand(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::expand_shape(sizes_of(self), sizes_of(node.ints("size"))));
}

Specs infer_slice(const Node& node) {
  const Value* self = node.tensor("self");
  const auto bound = [&](std::string_view name) {
    return node.is_none(name) ? std::nullopt
                              : std::optional(node.sym_int(name));
  };
  ET_ASSIGN(const int64_t step, constant_int(node, "step"));
  return one(node, self->dtype(),
             ops::slice_shape(sizes_of(self), node.int_value("dim"),
                              bound("start"), bound("end"), step));
}

Specs infer_select(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::select_shape(sizes_of(self), node.int_value("dim")));
}

Specs infer_cat(const Node& node) {
  const auto& tensors = std::get<std::vector<Value*>>(node.arg("tensors"));
  if (tensors.empty()) {
    return fail(diagnose(node, "found no operands, expected at least 1"));
  }
  ops::ResultType type;
  ops::ShapeResult<SymInt> shape{sizes_of(tensors[0])};
  for (size_t i = 0; i < tensors.size(); ++i) {
    type.add_tensor(tensors[i]->dtype(), false);
    if (i > 0 && shape.ok()) {
      shape = ops::cat_step_shape(shape.sizes, sizes_of(tensors[i]),
                                  node.int_value("dim"));
    }
  }
  return one(node, type.get(), shape);
}

Specs infer_as_strided(const Node& node) {
  return one(node, node.tensor("self")->dtype(), sizes_of(node.ints("size")));
}

Specs infer_diagonal(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::diagonal_shape(sizes_of(self), node.int_value("offset"),
                                 node.int_value("dim1"),
                                 node.int_value("dim2")));
}

Specs infer_unfold(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::unfold_shape(sizes_of(self), node.int_value("dimension"),
                               node.int_value("size"),
                               node.int_value("step")));
}

Specs infer_repeat(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::repeat_shape(sizes_of(self),
                               sizes_of(node.ints("repeats"))));
}

Specs infer_constant_pad(const Node& node) {
  const Value* self = node.tensor("self");
  const auto& padding = node.ints("pad");
  return one(node, self->dtype(),
             ops::pad_shape(sizes_of(self), padding.data(), padding.size()));
}

Specs infer_edge_pad(const Node& node) {
  const Value* self = node.tensor("self");
  ET_ASSIGN(const Ints padding, constant_ints(node, "padding"));
  const bool reflects = node.op().schema.name.starts_with("reflection");
  return one(node, self->dtype(),
             ops::edge_pad_shape(sizes_of(self), padding.span(),
                                 padding.span().size / 2, reflects));
}

Specs infer_stack(const Node& node) {
  const auto& tensors = std::get<std::vector<Value*>>(node.arg("tensors"));
  if (tensors.empty()) {
    return fail(diagnose(node, "found no operands, expected at least 1"));
  }
  ops::ResultType type;
  for (const Value* tensor : tensors) {
    type.add_tensor(tensor->dtype(), false);
  }
  return one(node, type.get(),
             ops::stack_shape(sizes_of(tensors[0]),
                              static_cast<int64_t>(tensors.size()),
                              node.int_value("dim")));
}

}  // namespace executorch::exir::infer
