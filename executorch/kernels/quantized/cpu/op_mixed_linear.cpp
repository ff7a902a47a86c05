#include <executorch/kernels/quantized/cpu/util/affine.h>
#include <executorch/kernels/quantized/kernels.h>
#include <executorch/ops/shape_rules/quantized.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::quantized {
namespace {

constexpr int64_t kDepth = 256;
constexpr int64_t kOutputs = 64;
constexpr int64_t kLanes = 16;

/// The sum of x[i] * (w[i] - zero).
float dot(const float* x, const int8_t* w, float zero, int64_t n) {
  float lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int64_t k = 0; k < kLanes; ++k) {
      lanes[k] += x[i + k] * (static_cast<float>(w[i + k]) - zero);
    }
  }
  for (; i < n; ++i) {
    lanes[0] += x[i] * (static_cast<float>(w[i]) - zero);
  }
  float sum = 0;
  for (const float lane : lanes) {
    sum += lane;
  }
  return sum;
}

struct Linear {
  const Tensor& input;
  const Tensor& weight;
  const Tensor& scales;
  const std::optional<Tensor>& zero_points;
  int64_t depth;
  int64_t groups;
  int64_t group;  ///< columns of the weight that share a scale
};

/// Sums of `n` outputs from `first` of one row of the input.
void linear_block(const Linear& l, int64_t row, int64_t first, int64_t n,
                  float* sums) {
  const ScalarType dtype = l.input.scalar_type();
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  const auto load = portable::load_function(dtype, ScalarType::Float);
  float x[kDepth];
  std::fill_n(sums, n, 0.0f);
  for (int64_t k = 0; k < l.depth;) {
    const int64_t group = k / l.group;
    const int64_t end = std::min((group + 1) * l.group, l.depth);
    const int64_t count = std::min(kDepth, end - k);
    load(static_cast<const char*>(l.input.const_data_ptr()) +
             (row * l.depth + k) * nbytes,
         1, x, static_cast<size_t>(count));
    for (int64_t j = 0; j < n; ++j) {
      const int64_t at = (first + j) * l.groups + group;
      const float zero = l.zero_points ? element_of(*l.zero_points, at) : 0;
      sums[j] +=
          element_of(l.scales, at) *
          dot(x, l.weight.const_data_ptr<int8_t>() + (first + j) * l.depth + k,
              zero, count);
    }
    k += count;
  }
}

bool check_scales(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& weight, const Tensor& values) {
  ET_KERNEL_CHECK_MSG(
      ctx,
      (values.dim() == 1 || (values.dim() == 2 && values.size(1) > 0)) &&
          values.size(0) == weight.size(0),
      InvalidArgument, false,
      "%s: quantization parameters of rank %zd, expected [%zd] or [%zd, "
      "groups]",
      op, static_cast<ssize_t>(values.dim()),
      static_cast<ssize_t>(weight.size(0)),
      static_cast<ssize_t>(weight.size(0)));
  return check_params(ctx, op, values, values.numel());
}

bool check_mixed_linear(KernelRuntimeContext& ctx, const char* op,
                        const Tensor& input, const Tensor& weight,
                        const Tensor& scales,
                        const std::optional<Tensor>& zero_points) {
  if (!portable::check_floating(ctx, op, input) ||
      !portable::check_same_dtype(ctx, op, weight, ScalarType::Char) ||
      !portable::check_default_order(ctx, op, input) ||
      !portable::check_default_order(ctx, op, weight) ||
      !check_scales(ctx, op, weight, scales)) {
    return false;
  }
  return !zero_points || (check_scales(ctx, op, weight, *zero_points) &&
                          check_params(ctx, op, *zero_points, scales.numel()));
}

}  // namespace

Tensor& quantized_mixed_linear_out(
    KernelRuntimeContext& ctx, const Tensor& input, const Tensor& weight,
    const Tensor& weight_scales,
    const std::optional<Tensor>& weight_zero_points,
    std::optional<ScalarType> dtype, Tensor& out) {
  constexpr const char* kOp = "mixed_linear";
  if (!portable::resize_out(
          ctx, kOp, ops::mixed_linear_shape(sizes_of(input), sizes_of(weight)),
          out) ||
      !portable::check_floating(ctx, kOp, out) ||
      !portable::check_same_dtype(ctx, kOp, out,
                                  dtype.value_or(input.scalar_type())) ||
      !portable::check_default_order(ctx, kOp, out) ||
      !check_mixed_linear(ctx, kOp, input, weight, weight_scales,
                          weight_zero_points)) {
    return out;
  }
  const int64_t depth = weight.size(1);
  const int64_t groups = weight_scales.dim() == 2 ? weight_scales.size(1) : 1;
  const Linear linear{input,
                      weight,
                      weight_scales,
                      weight_zero_points,
                      depth,
                      groups,
                      (depth + groups - 1) / groups};
  const int64_t outputs = weight.size(0);
  const auto store =
      portable::store_function(ScalarType::Float, out.scalar_type());
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(out.scalar_type()));
  char* to = static_cast<char*>(out.mutable_data_ptr());
  float sums[kOutputs];
  for (int64_t row = 0; row < input.size(0); ++row) {
    for (int64_t first = 0; first < outputs; first += kOutputs) {
      const int64_t n = std::min(kOutputs, outputs - first);
      linear_block(linear, row, first, n, sums);
      store(sums, to + (row * outputs + first) * nbytes, 1,
            static_cast<size_t>(n));
    }
  }
  return out;
}

}  // namespace executorch::kernels::quantized
