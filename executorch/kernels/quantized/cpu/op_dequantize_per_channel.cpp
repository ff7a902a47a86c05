#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {

Tensor& dequantize_per_channel_out(
    KernelRuntimeContext& ctx, const Tensor& input, const Tensor& scales,
    const std::optional<Tensor>& zero_points, int64_t axis, int64_t, int64_t,
    ScalarType dtype, std::optional<ScalarType> out_dtype, Tensor& out) {
  constexpr const char* kOp = "dequantize_per_channel";
  AffineParams params;
  if (channel_params(ctx, kOp, input, scales,
                     zero_points ? &*zero_points : nullptr, axis, params)) {
    dequantize(ctx, kOp, input, params, dtype, out_dtype, out);
  }
  return out;
}

}  // namespace executorch::kernels::quantized
