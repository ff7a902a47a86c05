#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& expand_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                        IntArrayRef size, bool implicit, Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx, !implicit, InvalidArgument, out,
                      "expand_copy: implicit is true, expected false");
  Sizes wanted;
  if (check_movable(ctx, "expand_copy", self, out) &&
      sizes_from(ctx, "expand_copy", size, wanted) &&
      resize_out(ctx, "expand_copy", ops::expand_shape(sizes_of(self), wanted),
                 out)) {
    copy_broadcast(ctx, "expand_copy", self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
