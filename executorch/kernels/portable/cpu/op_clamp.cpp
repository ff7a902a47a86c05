#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/clamp.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <limits>

namespace executorch::kernels::portable {
namespace {

/// A NaN in any of the three stays.
template <class C>
void clamp_loop(const void* const* in, void* out, size_t n, const void*) {
  const C* x = static_cast<const C*>(in[0]);
  const C* low = static_cast<const C*>(in[1]);
  const C* high = static_cast<const C*>(in[2]);
  C* o = static_cast<C*>(out);
  ET_IVDEP
  for (size_t i = 0; i < n; ++i) {
    const C above = x[i] < low[i] || low[i] != low[i] ? low[i] : x[i];
    o[i] = above > high[i] || high[i] != high[i] ? high[i] : above;
  }
}

PointwiseFn clamp_function(ScalarType compute) {
  switch (compute) {
    case ScalarType::Float:
      return clamp_loop<float>;
    case ScalarType::Double:
      return clamp_loop<double>;
    default:
      return clamp_loop<int64_t>;
  }
}

/// A bound that clamps nothing.
Operand no_bound(ScalarType compute, bool is_low) {
  if (compute == ScalarType::Long) {
    return Scalar(is_low ? INT64_MIN : INT64_MAX);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  return Scalar(is_low ? -infinity : infinity);
}

}  // namespace

Tensor& clamp_out(KernelRuntimeContext& ctx, const Tensor& self,
                  const std::optional<Scalar>& min,
                  const std::optional<Scalar>& max, Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx, min.has_value() || max.has_value(), InvalidArgument,
                      out, "clamp: neither min nor max is given");
  const Operand operand(self);
  const Operand low(min ? *min : *max);
  const Operand high(max ? *max : *min);
  const ScalarType common =
      check_result_type(ctx, "clamp", {&operand, &low, &high}, out);
  if (common == ScalarType::Undefined) {
    return out;
  }
  if (common == ScalarType::Bool) {
    refuse_dtype(ctx, "clamp", common);
    return out;
  }
  clamp_to(ctx, "clamp", self, min, max, common, out);
  return out;
}

Tensor& clamp_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                         const std::optional<Tensor>& min,
                         const std::optional<Tensor>& max, Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx, min.has_value() || max.has_value(), InvalidArgument,
                      out, "clamp: neither min nor max is given");
  const Operand operand(self);
  const Operand given_low(min ? *min : *max);
  const Operand given_high(max ? *max : *min);
  const ScalarType common =
      check_result_type(ctx, "clamp", {&operand, &given_low, &given_high}, out);
  if (common == ScalarType::Undefined) {
    return out;
  }
  const ScalarType compute = compute_type(common);
  const PointwiseLoop loop{clamp_function(compute), nullptr, compute, common};
  const Operand low = min ? given_low : no_bound(compute, true);
  const Operand high = max ? given_high : no_bound(compute, false);
  run_pointwise(ctx, "clamp",
                {{operand, compute}, {low, compute}, {high, compute}}, loop,
                out);
  return out;
}

}  // namespace executorch::kernels::portable
