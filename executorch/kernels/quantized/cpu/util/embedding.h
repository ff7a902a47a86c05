#pragma once

#include <executorch/kernels/quantized/cpu/util/affine.h>

/// \file
/// Rows of a quantized weight by index, dequantized.
namespace executorch::kernels::quantized {

/// Unpacks `n` values from the position `first` of a row into `out`.
using UnpackFn = void (*)(const void* row, int64_t first, float* out,
                          int64_t n);

struct EmbeddingWeight {
  const Tensor& weight;  ///< [V, D / per_byte], Byte (or Char, of byte weights)
  const Tensor& scales;  ///< [V] or [V, groups]
  const std::optional<Tensor>& zero_points;  ///< as the scales
  int64_t per_byte;
  UnpackFn unpack;
  int64_t quant_min;
  int64_t quant_max;
};

/// out[i, :] = (weight[indices[i], :] - zero_point) * scale, as `dtype`.
void embed(KernelRuntimeContext& ctx, const char* op,
           const EmbeddingWeight& weight, const Tensor& indices,
           ScalarType dtype, Tensor& out);

}  // namespace executorch::kernels::quantized
