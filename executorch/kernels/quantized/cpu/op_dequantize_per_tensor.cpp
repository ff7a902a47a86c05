#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {

Tensor& dequantize_per_tensor_out(KernelRuntimeContext& ctx,
                                  const Tensor& input, double scale,
                                  int64_t zero_point, int64_t, int64_t,
                                  ScalarType dtype,
                                  std::optional<ScalarType> out_dtype,
                                  Tensor& out) {
  AffineParams params;
  params.scale = scale;
  params.zero_point = static_cast<double>(zero_point);
  dequantize(ctx, "dequantize_per_tensor", input, params, dtype, out_dtype,
             out);
  return out;
}

Tensor& dequantize_per_tensor_tensor_args_out(
    KernelRuntimeContext& ctx, const Tensor& input, const Tensor& scale,
    const Tensor& zero_point, int64_t, int64_t, ScalarType dtype,
    std::optional<ScalarType> out_dtype, Tensor& out) {
  constexpr const char* kOp = "dequantize_per_tensor";
  AffineParams params;
  if (read_params(ctx, kOp, scale, zero_point, params)) {
    dequantize(ctx, kOp, input, params, dtype, out_dtype, out);
  }
  return out;
}

}  // namespace executorch::kernels::quantized
