#include <executorch/kernels/portable/cpu/util/extremes.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

std::tuple<Tensor&, Tensor&> cummin_out(KernelRuntimeContext& ctx,
                                     const Tensor& self, int64_t dim,
                                     Tensor& values, Tensor& indices) {
  running_extremes(ctx, "cummin", self, dim, false, values, indices);
  return {values, indices};
}

}  // namespace executorch::kernels::portable
