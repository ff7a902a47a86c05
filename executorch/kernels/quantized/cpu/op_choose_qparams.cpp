#include <executorch/kernels/quantized/cpu/util/qparams.h>
#include <executorch/kernels/quantized/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>

namespace executorch::kernels::quantized {
namespace {

/// quant_min - round(low / scale) within the limits. A quotient that is no
/// number counts as the lowest int32.
int64_t zero_point_of(float low, float scale, int64_t min, int64_t max) {
  const float steps = std::nearbyint(low / scale);
  const bool fits = steps > -2147483648.0f && steps < 2147483648.0f;
  const int64_t whole = fits ? static_cast<int64_t>(steps) : INT32_MIN;
  return std::clamp(min - whole, min, max);
}

}  // namespace

std::tuple<Tensor&, Tensor&> choose_qparams_tensor_out(
    KernelRuntimeContext& ctx, const Tensor& input, int64_t quant_min,
    int64_t quant_max, double eps, ScalarType, Tensor& scale_out,
    Tensor& zero_point_out) {
  constexpr const char* kOp = "choose_qparams";
  const std::tuple<Tensor&, Tensor&> results{scale_out, zero_point_out};
  Sizes one_element;
  one_element.push_back(1);
  if (!check_qparams(ctx, kOp, input, scale_out, zero_point_out) ||
      !portable::resize_out(ctx, kOp, one_element, scale_out) ||
      !portable::resize_out(ctx, kOp, one_element, zero_point_out)) {
    return results;
  }
  ET_KERNEL_CHECK_MSG(ctx, quant_min < quant_max, InvalidArgument, results,
                      "%s: quantized values %" PRId64 " to %" PRId64
                      ", expected a range",
                      kOp, quant_min, quant_max);
  ET_KERNEL_CHECK_MSG(ctx, input.numel() > 0, InvalidArgument, results,
                      "%s: an empty input, expected values", kOp);
  const ValueRange range =
      range_of(input.const_data_ptr(), input.scalar_type(), input.numel());
  const float steps = static_cast<float>(quant_max - quant_min);
  const ScalarType dtype = input.scalar_type();
  const float exact =
      rounded(dtype, rounded(dtype, range.high - range.low) / steps);
  const float least = static_cast<float>(eps);
  const float scale = exact < least ? least : exact;
  store_qparams(scale_out, zero_point_out, 0, scale,
                zero_point_of(range.low, scale, quant_min, quant_max));
  return results;
}

}  // namespace executorch::kernels::quantized
