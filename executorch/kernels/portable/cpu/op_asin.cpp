#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {

Tensor& asin_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return real_unary_out(ctx, "asin", self, {std::asin, std::asin}, out);
}

}  // namespace executorch::kernels::portable
