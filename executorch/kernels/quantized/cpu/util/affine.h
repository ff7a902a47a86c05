#pragma once

#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/kernel_util.h>

#include <optional>

/// \file
/// Affine quantisation, real = (quantized - zero_point) * scale, of tensors in
/// any dim order. Computes in float; in double where the real tensor is double,
/// and where PyTorch's promotion does for double scales: of rows, and of
/// channels that are dequantized.
namespace executorch::kernels::quantized {

using aten::BFloat16;
using aten::Half;
using aten::ScalarType;
using aten::Tensor;
using portable::is_floating;
using portable::Shape;
using portable::Sizes;
using portable::sizes_of;
using runtime::Error;
using runtime::KernelRuntimeContext;

/// The parameters of a tensor: one pair, or one for each slice.
struct AffineParams {
  double scale = 1;
  double zero_point = 0;

  /// One value for each slice along `axis`, or for each row (`per_row`): all
  /// positions of the dimensions before the last. No zero points are zeros.
  const Tensor* scales = nullptr;
  const Tensor* zero_points = nullptr;
  size_t axis = 0;
  bool per_row = false;
};

/// Limits of the quantized values and how they are rounded.
struct QuantizedRange {
  int64_t min = 0;
  int64_t max = 0;
  /// The zero point is added before the value is rounded, not after.
  bool round_last = false;
};

/// Reads parameters of one pair from tensors of one element.
bool read_params(KernelRuntimeContext& ctx, const char* op, const Tensor& scale,
                 const Tensor& zero_point, AffineParams& params);
/// Parameters for each slice along an axis of `input`; checks their counts.
bool channel_params(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& input, const Tensor& scales,
                    const Tensor* zero_points, int64_t axis,
                    AffineParams& params);
/// Parameters for each row of `input`; checks their counts.
bool token_params(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& input, const Tensor& scales,
                  const Tensor& zero_points, AffineParams& params);

/// True if min <= max and both are values of the dtype.
bool check_range(KernelRuntimeContext& ctx, const char* op, ScalarType dtype,
                 int64_t min, int64_t max);

/// out = clamp(round(input / scale) + zero_point); halves round to even. `out`
/// is resized to the input's sizes and has the dtype `dtype`: Byte, Char,
/// Short, UInt16, Bits16 or Int. NaN becomes 0.
void quantize(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
              const AffineParams& params, const QuantizedRange& range,
              ScalarType dtype, Tensor& out);

/// out = (input - zero_point) * scale, input of the dtype `dtype`, out of
/// `out_dtype`, Float if there is none.
void dequantize(KernelRuntimeContext& ctx, const char* op, const Tensor& input,
                const AffineParams& params, ScalarType dtype,
                std::optional<ScalarType> out_dtype, Tensor& out);

/// Reads quantized elements into Float or Double; null for other dtypes.
portable::LoadFn load_quantized(ScalarType stored, ScalarType compute);

/// Writes int32 values as a quantized dtype; null for other dtypes.
portable::StoreFn store_quantized(ScalarType stored);

/// Quantized values of a dense array of reals:
/// clamp(round(x * inverse) + zero), into int32.
void quantize_block(const float* x, const float* inverse, const float* zero,
                    const QuantizedRange& range, int32_t* out, size_t n);
void quantize_block(const double* x, const double* inverse, const double* zero,
                    const QuantizedRange& range, int32_t* out, size_t n);

/// True if all of the tensor's dtype, order and number of elements are fit for
/// parameters that are read by index.
bool check_params(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& values, int64_t count);

/// A result of arithmetic in a floating dtype that was computed in float.
inline float rounded(ScalarType dtype, float value) {
  if (dtype == ScalarType::Half) {
    return static_cast<float>(Half(value));
  }
  return dtype == ScalarType::BFloat16 ? static_cast<float>(BFloat16(value))
                                       : value;
}

/// One element of a dense tensor as a float.
float element_of(const Tensor& tensor, int64_t index);

}  // namespace executorch::kernels::quantized
