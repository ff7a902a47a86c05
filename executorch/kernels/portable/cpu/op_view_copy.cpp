#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& view_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                      IntArrayRef size, Tensor& out) {
  Sizes wanted;
  if (!check_movable(ctx, "view_copy", self, out) ||
      !sizes_from(ctx, "view_copy", size, wanted) ||
      !resize_out(ctx, "view_copy", ops::view_shape(sizes_of(self), wanted),
                  out)) {
    return out;
  }
  copy_in_index_order(ctx, "view_copy", self, out);
  return out;
}

}  // namespace executorch::kernels::portable
