#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

std::tuple<Tensor&, Tensor&> adaptive_max_pool3d_out(KernelRuntimeContext& ctx,
                                                     const Tensor& self,
                                                     IntArrayRef output_size,
                                                     Tensor& out,
                                                     Tensor& indices) {
  adaptive_max_pool(ctx, "adaptive_max_pool3d", self, output_size, 3, out,
                    indices);
  return {out, indices};
}

}  // namespace executorch::kernels::portable
