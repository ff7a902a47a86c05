#include <executorch/kernels/portable/cpu/util/grid_sample.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& grid_sampler_3d_out(KernelRuntimeContext& ctx, const Tensor& input,
                            const Tensor& grid, int64_t interpolation_mode,
                            int64_t padding_mode, bool align_corners,
                            Tensor& out) {
  grid_sample(ctx, "grid_sampler_3d", input, grid, 3, interpolation_mode,
              padding_mode, align_corners, out);
  return out;
}

}  // namespace executorch::kernels::portable
