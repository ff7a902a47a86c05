#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& amax_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dim,
                 bool keepdim, Tensor& out) {
  if (check_same_dtype(ctx, "amax", out, self.scalar_type())) {
    run_reduction(ctx, "amax", self, dim, keepdim,
                  extreme_reducer(self.scalar_type(), true), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
