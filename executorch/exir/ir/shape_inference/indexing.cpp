#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_embedding(const Node& node) {
  const Value* weight = node.tensor("weight");
  return one(node, weight->dtype(),
             ops::embedding_shape(sizes_of(weight),
                                  sizes_of(node.tensor("indices"))));
}

namespace {

/// Sizes that only the data decides are those that the node already has.
Specs known_specs(const Node& node) {
  if (node.outputs().empty()) {
    return fail(diagnose(node, "found a result whose sizes depend on data, "
                               "expected known sizes"));
  }
  return std::vector<ValueSpec>{node.output()->spec};
}

}  // namespace

Specs infer_index(const Node& node) {
  const Value* self = node.tensor("self");
  const auto& indices = std::get<std::vector<Value*>>(node.arg("indices"));
  bool indexed[ops::kMaxRank] = {};
  ops::ShapeResult<SymInt> shape{Sizes{}};
  for (size_t i = 0; i < indices.size() && i < ops::kMaxRank; ++i) {
    if (indices[i] == nullptr) {
      continue;
    }
    const ScalarType dtype = indices[i]->dtype();
    if (dtype == ScalarType::Bool || dtype == ScalarType::Byte) {
      return known_specs(node);
    }
    indexed[i] = true;
    if (shape.ok()) {
      shape = ops::broadcast_shapes(shape.sizes, sizes_of(indices[i]));
    }
  }
  return one(node, self->dtype(),
             shape.ok() && indices.size() <= self->sizes().size()
                 ? ops::index_shape(sizes_of(self), indexed, shape.sizes)
                 : shape);
}

Specs infer_repeat_interleave(const Node& node) {
  if (node.is_none("output_size")) {
    return known_specs(node);
  }
  Sizes sizes;
  sizes.push_back(node.sym_int("output_size"));
  return one(node, node.tensor("repeats")->dtype(), sizes);
}

Specs infer_nonzero(const Node& node) { return known_specs(node); }

Specs infer_gather(const Node& node) {
  return one(node, node.tensor("self")->dtype(),
             sizes_of(node.tensor("index")));
}

Specs infer_index_select(const Node& node) {
  const Value* self = node.tensor("self");
  return one(node, self->dtype(),
             ops::index_select_shape(sizes_of(self), node.int_value("dim"),
                                     sizes_of(node.tensor("index"))));
}

}  // namespace executorch::exir::infer
