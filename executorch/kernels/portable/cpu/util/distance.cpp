#include <executorch/kernels/portable/cpu/util/distance.h>

#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

bool check_distance(KernelRuntimeContext& ctx, const char* op, double p,
                    const Tensor& rows, const Tensor& out) {
  if (!(p >= 0)) {
    ET_LOG(Error, "%s: norm of order %f, expected 0 or more", op, p);
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return check_floating(ctx, op, rows) &&
         check_same_dtype(ctx, op, out, rows.scalar_type()) &&
         check_default_order(ctx, op, rows) &&
         check_default_order(ctx, op, out);
}

}  // namespace executorch::kernels::portable
