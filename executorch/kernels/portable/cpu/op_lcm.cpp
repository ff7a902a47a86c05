#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Lcm {
  int64_t operator()(int64_t a, int64_t b) const {
    const int64_t divisor = greatest_common_divisor(a, b);
    const int64_t product = divisor == 0 ? 0 : wrap_mul(a / divisor, b);
    return product < 0 ? wrap_mul(product, -1) : product;
  }
};

}  // namespace

Tensor& lcm_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, Tensor& out) {
  run_shift(ctx, "lcm", self, other, Lcm(), out);
  return out;
}

}  // namespace executorch::kernels::portable
