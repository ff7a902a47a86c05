#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& hypot_out(KernelRuntimeContext& ctx, const Tensor& self,
                  const Tensor& other, Tensor& out) {
  run_floating_binary(ctx, "hypot", self, other, {std::hypot, std::hypot}, out);
  return out;
}

}  // namespace executorch::kernels::portable
