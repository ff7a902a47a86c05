#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& logical_not_out(KernelRuntimeContext& ctx, const Tensor& self,
                        Tensor& out) {
  run_unary<bool>(
      ctx, "logical_not", self, ScalarType::Bool, [](bool x) { return !x; },
      out);
  return out;
}

}  // namespace executorch::kernels::portable
