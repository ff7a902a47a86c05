#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>

namespace executorch::kernels::quantized {

Tensor& quantize_per_channel_out(KernelRuntimeContext& ctx, const Tensor& input,
                                 const Tensor& scales,
                                 const Tensor& zero_points, int64_t axis,
                                 int64_t quant_min, int64_t quant_max,
                                 ScalarType dtype, Tensor& out) {
  constexpr const char* kOp = "quantize_per_channel";
  AffineParams params;
  if (channel_params(ctx, kOp, input, scales, &zero_points, axis, params)) {
    quantize(ctx, kOp, input, params, {quant_min, quant_max}, dtype, out);
  }
  return out;
}

}  // namespace executorch::kernels::quantized
