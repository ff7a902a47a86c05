#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& detach_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                        Tensor& out) {
  if (check_movable(ctx, "detach_copy", self, out) &&
      resize_out(ctx, "detach_copy", sizes_of(self), out)) {
    copy_broadcast(ctx, "detach_copy", self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
