#include <executorch/kernels/portable/cpu/util/extremes.h>
#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

/// Without elements the result is the highest value of the dtype.
Tensor& min_unary_out(KernelRuntimeContext& ctx, const Tensor& self,
                       Tensor& out) {
  Reducer reducer = extreme_reducer(self.scalar_type(), false);
  reducer.needs_values = false;
  run_reduction(ctx, "min", self, std::nullopt, false, reducer, out);
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
