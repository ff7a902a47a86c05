#include <executorch/kernels/portable/cpu/util/extremes.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

std::tuple<Tensor&, Tensor&> cummax_out(KernelRuntimeContext& ctx,
                                     const Tensor& self, int64_t dim,
                                     Tensor& values, Tensor& indices) {
  running_extremes(ctx, "cummax", self, dim, true, values, indices);
  return {values, indices};
}

}  // namespace executorch::kernels::portable
