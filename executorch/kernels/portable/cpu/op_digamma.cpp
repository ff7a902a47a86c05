#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/special.h>

namespace executorch::kernels::portable {
namespace {

float digamma_f32(float x) {
  return static_cast<float>(digamma(static_cast<double>(x)));
}

}  // namespace

Tensor& digamma_out(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  return real_unary_out(ctx, "digamma", self, {digamma_f32, digamma}, out);
}

}  // namespace executorch::kernels::portable
