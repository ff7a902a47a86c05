#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

/// log(e^a + e^b) from the larger of the two, which does not overflow.
template <class C>
C log_of_sum(C a, C b) {
  if (std::isinf(a) && a == b) {
    return a;
  }
  const C high = a > b ? a : b;
  const C low = a > b ? b : a;
  return high + std::log1p(std::exp(low - high));
}

}  // namespace

Tensor& logaddexp_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Tensor& other, Tensor& out) {
  run_floating_binary(ctx, "logaddexp", self, other,
                      {log_of_sum<float>, log_of_sum<double>}, out);
  return out;
}

}  // namespace executorch::kernels::portable
