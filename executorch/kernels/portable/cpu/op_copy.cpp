#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

/// copy and copy_ never change the destination's shape, so the broadcast of
/// both must be the destination's own.
bool check_source(KernelRuntimeContext& ctx, const Tensor& self,
                  const Tensor& src) {
  Shape shape = ops::expand_shape(sizes_of(src), sizes_of(self));
  if (!shape.ok()) {
    ET_LOG(Error,
           "copy: source does not broadcast: %s: %" PRId64
           ", expected %" PRId64,
           shape.error.what, shape.error.found, shape.error.expected);
    ctx.fail(Error::InvalidArgument);
  }
  return shape.ok();
}

}  // namespace

Tensor& copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                 const Tensor& src, bool non_blocking, Tensor& out) {
  if (check_blocking(ctx, "copy", non_blocking) &&
      check_same_dtype(ctx, "copy", out, self.scalar_type()) &&
      check_source(ctx, self, src) &&
      resize_out(ctx, "copy", sizes_of(self), out)) {
    copy_broadcast(ctx, "copy", src, out);
  }
  return out;
}

Tensor& copy_(KernelRuntimeContext& ctx, Tensor& self, const Tensor& src,
              bool non_blocking) {
  if (check_blocking(ctx, "copy_", non_blocking) &&
      check_source(ctx, self, src)) {
    copy_broadcast(ctx, "copy_", src, self);
  }
  return self;
}

}  // namespace executorch::kernels::portable
