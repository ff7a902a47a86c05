#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& copysign_out(KernelRuntimeContext& ctx, const Tensor& self,
                     const Tensor& other, Tensor& out) {
  run_real_binary(ctx, "copysign", self, other, {std::copysign, std::copysign},
                  out);
  return out;
}

Tensor& copysign_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                            const Scalar& other, Tensor& out) {
  run_real_binary(ctx, "copysign", self, other, {std::copysign, std::copysign},
                  out);
  return out;
}

}  // namespace executorch::kernels::portable
