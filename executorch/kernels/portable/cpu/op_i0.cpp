#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/special.h>

namespace executorch::kernels::portable {
namespace {

float bessel_i0_f32(float x) {
  return static_cast<float>(bessel_i0(static_cast<double>(x)));
}

}  // namespace

Tensor& i0_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return real_unary_out(ctx, "i0", self, {bessel_i0_f32, bessel_i0}, out);
}

}  // namespace executorch::kernels::portable
