#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& sum_dim_out(KernelRuntimeContext& ctx, const Tensor& self,
                    std::optional<IntArrayRef> dim, bool keepdim,
                    std::optional<ScalarType> dtype, Tensor& out) {
  if (!dtype || check_same_dtype(ctx, "sum", out, *dtype)) {
    run_reduction(ctx, "sum", self, dim, keepdim,
                  sum_reducer(out.scalar_type()), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
