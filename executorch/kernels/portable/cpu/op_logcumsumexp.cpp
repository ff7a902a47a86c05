#include <executorch/kernels/portable/cpu/util/scan.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

double log_add_exp(double a, double b) {
  const double high = a > b || a != a ? a : b;
  const double low = a > b || a != a ? b : a;
  return std::isinf(high) && low == high
             ? high
             : high + std::log1p(std::exp(low - high));
}

}  // namespace

Tensor& logcumsumexp_out(KernelRuntimeContext& ctx, const Tensor& self,
                         int64_t dim, Tensor& out) {
  if (check_floating(ctx, "logcumsumexp", self) &&
      check_same_dtype(ctx, "logcumsumexp", out, self.scalar_type())) {
    run_scan(ctx, "logcumsumexp", self, dim, std::nullopt,
             make_scanner<double, log_add_exp>(-HUGE_VAL), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
