#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& log1p_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return real_unary_out(ctx, "log1p", self, {std::log1p, std::log1p}, out);
}

}  // namespace executorch::kernels::portable
