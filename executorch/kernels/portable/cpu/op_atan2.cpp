#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& atan2_out(KernelRuntimeContext& ctx, const Tensor& self,
                  const Tensor& other, Tensor& out) {
  run_real_binary(ctx, "atan2", self, other, {std::atan2, std::atan2}, out);
  return out;
}

}  // namespace executorch::kernels::portable
