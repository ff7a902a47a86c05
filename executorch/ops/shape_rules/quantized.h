#pragma once

#include <executorch/ops/shape_rules/indexing.h>
#include <executorch/ops/shape_rules/int_span.h>
#include <executorch/ops/shape_rules/linalg.h>

namespace executorch::ops {

/// One parameter for each row: the last dimension becomes 1.
template <class Dim>
ShapeResult<Dim> per_token_shape(const Sizes<Dim>& in) {
  if (in.empty()) {
    return RuleError{"rank of the tokens", 0, 1};
  }
  Sizes<Dim> out = in;
  out[in.size() - 1] = Dim(1);
  return out;
}

/// Rows of a weight [V, D] that holds `per_byte` values in each element.
template <class Dim>
ShapeResult<Dim> packed_embedding_shape(const Sizes<Dim>& weight,
                                        const Sizes<Dim>& indices,
                                        int64_t per_byte) {
  ShapeResult<Dim> out = embedding_shape(weight, indices);
  if (out.ok()) {
    Dim& last = out.sizes[out.sizes.size() - 1];
    last = dim_mul(last, Dim(per_byte));
  }
  return out;
}

/// quantized_decomposed::mixed_linear: [M, K] x [N, K] -> [M, N].
template <class Dim>
ShapeResult<Dim> mixed_linear_shape(const Sizes<Dim>& in,
                                    const Sizes<Dim>& weight) {
  Sizes<Dim> transposed = weight;
  if (weight.size() == 2) {
    transposed[0] = weight[1];
    transposed[1] = weight[0];
  }
  return mm_shape(in, transposed);
}

}  // namespace executorch::ops
