#include <executorch/exir/ir/shape_inference/infer_util.h>
#include <executorch/ops/shape_rules/quantized.h>

namespace executorch::exir::infer {
namespace {

/// An argument that is a dtype, or `fallback` where it is None.
ScalarType dtype_arg(const Node& node, const char* name, ScalarType fallback) {
  const auto* dtype = std::get_if<ScalarType>(&node.arg(name));
  return dtype != nullptr ? *dtype : fallback;
}

/// Scales in double and zero points in int64.
Specs scale_and_zero_point(const Node& node,
                           const ops::ShapeResult<SymInt>& shape) {
  return with_indices(one(node, ScalarType::Double, shape));
}

Specs embedding(const Node& node, int64_t per_byte) {
  const ScalarType fallback = node.tensor("weight_scales")->dtype();
  const bool has_dtype = node.args().size() == 7;
  return one(
      node, has_dtype ? dtype_arg(node, "dtype", fallback) : fallback,
      ops::packed_embedding_shape(sizes_of(node.tensor("weight")),
                                  sizes_of(node.tensor("indices")), per_byte));
}

}  // namespace

Specs infer_quantize(const Node& node) {
  return one(node, dtype_arg(node, "dtype", ScalarType::Char),
             sizes_of(node.tensor("input")));
}

Specs infer_dequantize(const Node& node) {
  return one(node, dtype_arg(node, "out_dtype", ScalarType::Float),
             sizes_of(node.tensor("input")));
}

Specs infer_dequantize_per_token(const Node& node) {
  return one(node, dtype_arg(node, "output_dtype", ScalarType::Float),
             sizes_of(node.tensor("input")));
}

Specs infer_choose_qparams(const Node& node) {
  Sizes one_element;
  one_element.push_back(SymInt(1));
  return scale_and_zero_point(node, one_element);
}

Specs infer_choose_qparams_per_token(const Node& node) {
  return scale_and_zero_point(
      node, ops::per_token_shape(sizes_of(node.tensor("input"))));
}

Specs infer_embedding_byte(const Node& node) { return embedding(node, 1); }
Specs infer_embedding_4bit(const Node& node) { return embedding(node, 2); }
Specs infer_embedding_2bit(const Node& node) { return embedding(node, 4); }

Specs infer_mixed_mm(const Node& node) {
  const Value* input = node.tensor("input");
  return one(node, input->dtype(),
             ops::mm_shape(sizes_of(input), sizes_of(node.tensor("weight"))));
}

Specs infer_mixed_linear(const Node& node) {
  const Value* input = node.tensor("input");
  return one(node, dtype_arg(node, "dtype", input->dtype()),
             ops::mixed_linear_shape(sizes_of(input),
                                     sizes_of(node.tensor("weight"))));
}

Specs infer_quantized_add(const Node& node) {
  return one(node, node.tensor("a")->dtype(), broadcast_all(node));
}

}  // namespace executorch::exir::infer
