#include <executorch/kernels/portable/cpu/util/resample.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& upsample_trilinear3d_vec_out(KernelRuntimeContext& ctx, const Tensor& input,
                                    OptionalInts output_size, bool align_corners,
                                    OptionalFloats scale_factors, Tensor& out) {
  resample(ctx, "upsample_trilinear3d", input, output_size, scale_factors, 3,
           Resampling::kLinear, align_corners, out);
  return out;
}

}  // namespace executorch::kernels::portable
