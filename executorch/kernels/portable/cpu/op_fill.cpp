#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& fill_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                        const Scalar& value, Tensor& out) {
  if (check_same_dtype(ctx, "fill", out, self.scalar_type()) &&
      resize_out(ctx, "fill", sizes_of(self), out)) {
    fill(ctx, "fill", value, out);
  }
  return out;
}

Tensor& fill_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                        const Tensor& value, Tensor& out) {
  if (value.dim() != 0) {
    ET_LOG(Error, "fill: value of rank %zd, expected 0",
           static_cast<ssize_t>(value.dim()));
    ctx.fail(Error::InvalidArgument);
  } else if (check_same_dtype(ctx, "fill", out, self.scalar_type()) &&
             resize_out(ctx, "fill", sizes_of(self), out)) {
    copy_broadcast(ctx, "fill", value, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
