#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {

Tensor& quantize_per_tensor_out(KernelRuntimeContext& ctx, const Tensor& input,
                                double scale, int64_t zero_point,
                                int64_t quant_min, int64_t quant_max,
                                ScalarType dtype, Tensor& out) {
  AffineParams params;
  params.scale = scale;
  params.zero_point = static_cast<double>(zero_point);
  quantize(ctx, "quantize_per_tensor", input, params, {quant_min, quant_max},
           dtype, out);
  return out;
}

Tensor& quantize_per_tensor_tensor_args_out(
    KernelRuntimeContext& ctx, const Tensor& input, const Tensor& scale,
    const Tensor& zero_point, int64_t quant_min, int64_t quant_max,
    ScalarType dtype, Tensor& out) {
  constexpr const char* kOp = "quantize_per_tensor";
  AffineParams params;
  if (read_params(ctx, kOp, scale, zero_point, params)) {
    quantize(ctx, kOp, input, params, {quant_min, quant_max}, dtype, out);
  }
  return out;
}

}  // namespace executorch::kernels::quantized
