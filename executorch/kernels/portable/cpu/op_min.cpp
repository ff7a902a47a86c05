#include <executorch/kernels/portable/cpu/util/extremes.h>
#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& min_unary_out(KernelRuntimeContext& ctx, const Tensor& self,
                       Tensor& out) {
  run_reduction(ctx, "min", self, std::nullopt, false,
                extreme_reducer(self.scalar_type(), false), out);
  return out;
}

std::tuple<Tensor&, Tensor&> min_dim_out(KernelRuntimeContext& ctx,
                                          const Tensor& self, int64_t dim,
                                          bool keepdim, Tensor& values,
                                          Tensor& indices) {
  find_extremes(ctx, "min", self, dim, keepdim, false, &values, indices);
  return {values, indices};
}

}  // namespace executorch::kernels::portable
