#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& expm1_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return real_unary_out(ctx, "expm1", self, {std::expm1, std::expm1}, out);
}

}  // namespace executorch::kernels::portable
