#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& amin_out(KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef dim,
                 bool keepdim, Tensor& out) {
  if (check_same_dtype(ctx, "amin", out, self.scalar_type())) {
    run_reduction(ctx, "amin", self, dim, keepdim,
                  extreme_reducer(self.scalar_type(), false), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
