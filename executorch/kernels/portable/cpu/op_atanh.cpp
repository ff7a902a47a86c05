#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& atanh_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return real_unary_out(ctx, "atanh", self, {std::atanh, std::atanh}, out);
}

}  // namespace executorch::kernels::portable
