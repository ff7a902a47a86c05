#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _adaptive_avg_pool3d_out(KernelRuntimeContext& ctx, const Tensor& self,
                                 IntArrayRef output_size, Tensor& out) {
  adaptive_avg_pool(ctx, "_adaptive_avg_pool3d", self, output_size, 3, out);
  return out;
}

}  // namespace executorch::kernels::portable
