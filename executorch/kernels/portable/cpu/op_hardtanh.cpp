#include <executorch/kernels/portable/cpu/util/clamp.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& hardtanh_out(KernelRuntimeContext& ctx, const Tensor& self,
                     const Scalar& min_val, const Scalar& max_val,
                     Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  if (dtype == ScalarType::Bool ||
      compute_type(dtype) == ScalarType::Undefined) {
    refuse_dtype(ctx, "hardtanh", dtype);
  } else if (check_same_dtype(ctx, "hardtanh", out, dtype)) {
    clamp_to(ctx, "hardtanh", self, min_val, max_val, dtype, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
