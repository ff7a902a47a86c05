#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

/// log(x / (1 - x)), of x moved into [margin, 1 - margin] unless that is
/// negative.
template <class C>
void run_logit(KernelRuntimeContext& ctx, const Tensor& self, double margin,
               ScalarType common, Tensor& out) {
  const C low = margin < 0 ? -INFINITY : static_cast<C>(margin);
  const C high = margin < 0 ? INFINITY : C(1) - static_cast<C>(margin);
  const auto logit = [low, high](C x) {
    const C above = x < low ? low : x;
    const C inside = above > high ? high : above;
    return std::log(inside / (C(1) - inside));
  };
  run_unary<C>(ctx, "logit", self, common, logit, out);
}

}  // namespace

Tensor& logit_out(KernelRuntimeContext& ctx, const Tensor& self,
                  std::optional<double> eps, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const ScalarType common = is_floating(dtype) ? dtype : ScalarType::Float;
  if (compute_type(dtype) == ScalarType::Undefined) {
    refuse_dtype(ctx, "logit", dtype);
  } else if (check_can_cast(ctx, "logit", common, out)) {
    const double margin = eps.value_or(-1);
    if (common == ScalarType::Double) {
      run_logit<double>(ctx, self, margin, common, out);
    } else {
      run_logit<float>(ctx, self, margin, common, out);
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
