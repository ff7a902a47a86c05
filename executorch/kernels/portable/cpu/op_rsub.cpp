#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& rsub_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                        const Scalar& other, const Scalar& alpha, Tensor& out) {
  const Operand a(other);
  const Operand b(self);
  const ScalarType common = result_type({&a, &b});
  if (is_integral(common) && is_integral(out.scalar_type()) &&
      !check_same_dtype(ctx, "rsub", out, common)) {
    return out;
  }
  if (a.is_bool() && b.is_bool()) {
    refuse_dtype(ctx, "rsub", ScalarType::Bool);
  } else {
    add_scaled(ctx, "rsub", a, b, alpha, -1, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
