#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& full_out(KernelRuntimeContext& ctx, IntArrayRef size,
                 const Scalar& fill_value, Tensor& out) {
  Sizes sizes;
  if (sizes_from(ctx, "full", size, sizes) &&
      resize_out(ctx, "full", sizes, out)) {
    fill(ctx, "full", fill_value, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
