#pragma once

#include <executorch/kernels/quantized/cpu/util/affine.h>

/// \file
/// What the operators that choose quantization parameters share.
namespace executorch::kernels::quantized {

/// Smallest and largest of a number of values and 0; NaN if there is one.
struct ValueRange {
  float low = 0;
  float high = 0;
};

/// Range of `n` dense elements of Float, Half or BFloat16.
ValueRange range_of(const void* data, ScalarType dtype, int64_t n);

/// Checks the dtypes of input (Float, Half or BFloat16) and results.
bool check_qparams(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& input, const Tensor& scale,
                   const Tensor& zero_point);

/// Writes element `index` of both results.
void store_qparams(const Tensor& scale, const Tensor& zero_point, int64_t index,
                   float scale_value, int64_t zero_point_value);

}  // namespace executorch::kernels::quantized
