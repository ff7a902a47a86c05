#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

/// log2(2^a + 2^b) from the larger of the two, which does not overflow.
template <class C>
C log_of_sum(C a, C b) {
  if (std::isinf(a) && a == b) {
    return a;
  }
  const C high = a > b ? a : b;
  const C low = a > b ? b : a;
  return high + std::log1p(std::exp2(low - high)) * C(1.44269504088896340736);
}

}  // namespace

Tensor& logaddexp2_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Tensor& other, Tensor& out) {
  run_floating_binary(ctx, "logaddexp2", self, other,
                      {log_of_sum<float>, log_of_sum<double>}, out);
  return out;
}

}  // namespace executorch::kernels::portable
