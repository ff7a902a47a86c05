#pragma once

#include <executorch/exir/ir/op_info.h>

namespace executorch::exir {

/// A rule named by the fourth column of ops/*.def: it reads the arguments of a
/// node, applies the shape function of ops/shape_rules.h and the dtype rule,
/// and gives the specs of all outputs.
struct InferRule {
  ShapeRule function = nullptr;
  bool is_pointwise = false;
};

namespace infer {

#define ET_INFER_RULE(name, is_pointwise)                          \
  Expected<std::vector<ValueSpec>> infer_##name(const Node& node); \
  inline constexpr InferRule name{infer_##name, is_pointwise};

inline constexpr InferRule from_export{};
ET_INFER_RULE(pointwise, true)
ET_INFER_RULE(pointwise_same, true)
ET_INFER_RULE(pointwise_float, true)
ET_INFER_RULE(pointwise_bool, true)
ET_INFER_RULE(pointwise_clamp, true)
ET_INFER_RULE(where, true)
ET_INFER_RULE(same_as_self, false)
ET_INFER_RULE(mm, false)
ET_INFER_RULE(bmm, false)
ET_INFER_RULE(addmm, false)
ET_INFER_RULE(convolution, false)
ET_INFER_RULE(avg_pool2d, false)
ET_INFER_RULE(max_pool2d_with_indices, false)
ET_INFER_RULE(adaptive_avg_pool2d, false)
ET_INFER_RULE(upsample2d, false)
ET_INFER_RULE(pixel_shuffle, false)
ET_INFER_RULE(batch_norm_no_training, false)
ET_INFER_RULE(native_layer_norm, false)
ET_INFER_RULE(softmax, false)
ET_INFER_RULE(sum, false)
ET_INFER_RULE(mean, false)
ET_INFER_RULE(any_dim, false)
ET_INFER_RULE(view, false)
ET_INFER_RULE(squeeze, false)
ET_INFER_RULE(unsqueeze, false)
ET_INFER_RULE(permute, false)
ET_INFER_RULE(expand, false)
ET_INFER_RULE(slice, false)
ET_INFER_RULE(select, false)
ET_INFER_RULE(cat, false)
ET_INFER_RULE(embedding, false)
ET_INFER_RULE(full, false)
ET_INFER_RULE(full_like, false)
ET_INFER_RULE(to_copy, false)
#undef ET_INFER_RULE

}  // namespace infer
}  // namespace executorch::exir
