#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Gcd {
  int64_t operator()(int64_t a, int64_t b) const {
    return greatest_common_divisor(a, b);
  }
};

}  // namespace

Tensor& gcd_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, Tensor& out) {
  run_shift(ctx, "gcd", self, other, Gcd(), out);
  return out;
}

}  // namespace executorch::kernels::portable
