#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& ones_out(KernelRuntimeContext& ctx, IntArrayRef size, Tensor& out) {
  Sizes sizes;
  if (sizes_from(ctx, "ones", size, sizes) &&
      resize_out(ctx, "ones", sizes, out)) {
    fill(ctx, "ones", Scalar(int64_t{1}), out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
