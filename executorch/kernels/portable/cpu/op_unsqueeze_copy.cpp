#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& unsqueeze_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                           int64_t dim, Tensor& out) {
  if (check_movable(ctx, "unsqueeze_copy", self, out) &&
      resize_out(ctx, "unsqueeze_copy",
                 ops::unsqueeze_shape(sizes_of(self), dim), out)) {
    copy_in_index_order(ctx, "unsqueeze_copy", self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
