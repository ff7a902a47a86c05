#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& add_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, const Scalar& alpha, Tensor& out) {
  add_scaled(ctx, "add", self, other, alpha, 1, out);
  return out;
}

Tensor& add_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& other, const Scalar& alpha, Tensor& out) {
  add_scaled(ctx, "add", self, other, alpha, 1, out);
  return out;
}

}  // namespace executorch::kernels::portable
