#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& zeros_out(KernelRuntimeContext& ctx, IntArrayRef size, Tensor& out) {
  Sizes sizes;
  if (sizes_from(ctx, "zeros", size, sizes) &&
      resize_out(ctx, "zeros", sizes, out)) {
    fill(ctx, "zeros", Scalar(int64_t{0}), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
