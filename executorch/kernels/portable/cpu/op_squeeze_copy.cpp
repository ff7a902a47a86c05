#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& squeeze_copy_dims_out(KernelRuntimeContext& ctx, const Tensor& self,
                              IntArrayRef dim, Tensor& out) {
  if (check_movable(ctx, "squeeze_copy", self, out) &&
      resize_out(ctx, "squeeze_copy",
                 ops::squeeze_shape(sizes_of(self), span_of(dim)), out)) {
    copy_in_index_order(ctx, "squeeze_copy", self, out);
  }
  return out;
}

Tensor& squeeze_copy_dim_out(KernelRuntimeContext& ctx, const Tensor& self,
                             int64_t dim, Tensor& out) {
  return squeeze_copy_dims_out(ctx, self, IntArrayRef(&dim, 1), out);
}

}  // namespace executorch::kernels::portable
