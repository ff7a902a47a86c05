#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

/// x log y, which is 0 at x = 0 whatever y, unless y is NaN.
template <class C>
C times_log(C x, C y) {
  if (y != y) {
    return y;
  }
  return x == C(0) ? C(0) : x * std::log(y);
}

}  // namespace

Tensor& xlogy_out(KernelRuntimeContext& ctx, const Tensor& self,
                  const Tensor& other, Tensor& out) {
  run_real_binary(ctx, "xlogy", self, other,
                  {times_log<float>, times_log<double>}, out);
  return out;
}

}  // namespace executorch::kernels::portable
