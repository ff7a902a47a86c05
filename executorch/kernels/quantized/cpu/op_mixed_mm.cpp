#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>
#include <executorch/ops/shape_rules/linalg.h>

#include <algorithm>

namespace executorch::kernels::quantized {
namespace {

constexpr int64_t kStrip = 256;

/// One row of the weight and what it is multiplied with.
struct WeightRow {
  const int8_t* values;
  float zero;
  float scale;
  float factor;
};

/// sums[c] += factor * (row[c] - zero) * scale
void add_row(const WeightRow& row, float* sums, int64_t n) {
  const float factor = row.factor * row.scale;
  for (int64_t c = 0; c < n; ++c) {
    sums[c] += factor * (static_cast<float>(row.values[c]) - row.zero);
  }
}

/// The same in the arithmetic of a 16-bit dtype, each step of which rounds:
/// programs were validated with a runtime that computes so.
void add_row_rounded(const WeightRow& row, ScalarType dtype, float* sums,
                     int64_t n) {
  for (int64_t c = 0; c < n; ++c) {
    const float value = static_cast<float>(row.values[c]) - row.zero;
    const float product =
        rounded(dtype, rounded(dtype, value * row.factor) * row.scale);
    sums[c] = rounded(dtype, sums[c] + product);
  }
}

}  // namespace

Tensor& quantized_mixed_mm_out(KernelRuntimeContext& ctx, const Tensor& input,
                               const Tensor& weight,
                               const Tensor& weight_scales,
                               const std::optional<Tensor>& weight_zero_points,
                               Tensor& out) {
  constexpr const char* kOp = "mixed_mm";
  const ScalarType dtype = input.scalar_type();
  if (!portable::check_floating(ctx, kOp, input) ||
      !portable::check_same_dtype(ctx, kOp, weight, ScalarType::Char) ||
      !portable::check_same_dtype(ctx, kOp, out, dtype) ||
      !portable::resize_out(
          ctx, kOp, ops::mm_shape(sizes_of(input), sizes_of(weight)), out) ||
      !portable::check_default_order(ctx, kOp, input) ||
      !portable::check_default_order(ctx, kOp, weight) ||
      !portable::check_default_order(ctx, kOp, out) ||
      !check_params(ctx, kOp, weight_scales, weight.size(0)) ||
      (weight_zero_points &&
       !check_params(ctx, kOp, *weight_zero_points, weight.size(0)))) {
    return out;
  }
  const bool is_narrow =
      dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
  const int64_t depth = weight.size(0);
  const int64_t columns = weight.size(1);
  const auto store = portable::store_function(ScalarType::Float, dtype);
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  char* to = static_cast<char*>(out.mutable_data_ptr());
  float sums[kStrip];
  for (int64_t row = 0; row < input.size(0); ++row) {
    for (int64_t column = 0; column < columns; column += kStrip) {
      const int64_t n = std::min(kStrip, columns - column);
      std::fill_n(sums, n, 0.0f);
      for (int64_t k = 0; k < depth; ++k) {
        const WeightRow weights{
            weight.const_data_ptr<int8_t>() + k * columns + column,
            weight_zero_points ? element_of(*weight_zero_points, k) : 0,
            element_of(weight_scales, k), element_of(input, row * depth + k)};
        if (is_narrow) {
          add_row_rounded(weights, dtype, sums, n);
        } else {
          add_row(weights, sums, n);
        }
      }
      store(sums, to + (row * columns + column) * nbytes, 1,
            static_cast<size_t>(n));
    }
  }
  return out;
}

}  // namespace executorch::kernels::quantized
