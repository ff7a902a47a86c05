#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {

Tensor& dequantize_per_token_out(KernelRuntimeContext& ctx, const Tensor& input,
                                 const Tensor& scales,
                                 const Tensor& zero_points, int64_t, int64_t,
                                 ScalarType dtype, ScalarType output_dtype,
                                 Tensor& out) {
  constexpr const char* kOp = "dequantize_per_token";
  AffineParams params;
  if (token_params(ctx, kOp, input, scales, zero_points, params)) {
    dequantize(ctx, kOp, input, params, dtype, output_dtype, out);
  }
  return out;
}

}  // namespace executorch::kernels::quantized
