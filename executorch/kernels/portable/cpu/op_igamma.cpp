#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/special.h>

namespace executorch::kernels::portable {
namespace {

float gamma_p_f32(float a, float x) {
  return static_cast<float>(
      gamma_p(static_cast<double>(a), static_cast<double>(x)));
}

}  // namespace

Tensor& igamma_out(KernelRuntimeContext& ctx, const Tensor& self,
                   const Tensor& other, Tensor& out) {
  run_floating_binary(ctx, "igamma", self, other, {gamma_p_f32, gamma_p}, out);
  return out;
}

}  // namespace executorch::kernels::portable
