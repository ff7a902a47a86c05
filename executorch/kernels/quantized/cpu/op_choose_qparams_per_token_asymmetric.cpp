#include <executorch/kernels/quantized/cpu/util/qparams.h>
#include <executorch/kernels/quantized/kernels.h>
#include <executorch/ops/shape_rules/quantized.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace executorch::kernels::quantized {
namespace {

constexpr float kMin = -128;
constexpr float kMax = 127;

/// The zero point that makes the smallest or the largest value a limit,
/// whichever it misses by less.
int64_t zero_point_of(const ValueRange& range, float scale, ScalarType dtype) {
  const float low = rounded(dtype, range.low / scale);
  const float high = rounded(dtype, range.high / scale);
  const float errors = rounded(dtype, kMin + low) + rounded(dtype, kMax + high);
  const float exact =
      rounded(dtype, rounded(dtype, errors) > 0 ? kMin - low : kMax - high);
  const float inside = std::min(std::max(exact, kMin), kMax);
  return inside == inside ? static_cast<int64_t>(std::nearbyint(inside)) : 0;
}

}  // namespace

std::tuple<Tensor&, Tensor&> choose_qparams_per_token_asymmetric_out(
    KernelRuntimeContext& ctx, const Tensor& input, ScalarType,
    Tensor& scale_out, Tensor& zero_point_out) {
  constexpr const char* kOp = "choose_qparams_per_token_asymmetric";
  const std::tuple<Tensor&, Tensor&> results{scale_out, zero_point_out};
  const Shape shape = ops::per_token_shape(sizes_of(input));
  if (!check_qparams(ctx, kOp, input, scale_out, zero_point_out) ||
      !portable::check_default_order(ctx, kOp, input) ||
      !portable::resize_out(ctx, kOp, shape, scale_out) ||
      !portable::resize_out(ctx, kOp, shape, zero_point_out) ||
      !portable::check_default_order(ctx, kOp, scale_out) ||
      !portable::check_default_order(ctx, kOp, zero_point_out)) {
    return results;
  }
  const int64_t columns = input.size(input.dim() - 1);
  const int64_t rows = scale_out.numel();
  ET_KERNEL_CHECK_MSG(ctx, columns > 0 || rows == 0, InvalidArgument, results,
                      "%s: rows without values, expected some", kOp);
  const ScalarType dtype = input.scalar_type();
  const char* data = static_cast<const char*>(input.const_data_ptr());
  const auto row_nbytes =
      columns * static_cast<int64_t>(runtime::elementSize(input.scalar_type()));
  for (int64_t row = 0; row < rows; ++row) {
    const ValueRange range = range_of(data + row * row_nbytes, dtype, columns);
    const float exact =
        rounded(dtype, rounded(dtype, range.high - range.low) / (kMax - kMin));
    const float scale = std::max(exact, std::numeric_limits<float>::epsilon());
    store_qparams(scale_out, zero_point_out, row, scale,
                  zero_point_of(range, scale, dtype));
  }
  return results;
}

}  // namespace executorch::kernels::quantized
