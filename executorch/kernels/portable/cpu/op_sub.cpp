#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

void subtract(KernelRuntimeContext& ctx, const Operand& self,
              const Operand& other, const Scalar& alpha, Tensor& out) {
  if (self.is_bool() && other.is_bool()) {
    refuse_dtype(ctx, "sub", ScalarType::Bool);
    return;
  }
  add_scaled(ctx, "sub", self, other, alpha, -1, out);
}

}  // namespace

Tensor& sub_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, const Scalar& alpha, Tensor& out) {
  subtract(ctx, self, other, alpha, out);
  return out;
}

Tensor& sub_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& other, const Scalar& alpha, Tensor& out) {
  subtract(ctx, self, other, alpha, out);
  return out;
}

}  // namespace executorch::kernels::portable
