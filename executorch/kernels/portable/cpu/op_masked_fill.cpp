#include <executorch/kernels/portable/cpu/util/choose.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& masked_fill_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                               const Tensor& mask, const Scalar& value,
                               Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const ScalarType compute = compute_type(dtype);
  if (!check_same_dtype(ctx, "masked_fill: mask", mask, ScalarType::Bool) ||
      !check_same_dtype(ctx, "masked_fill", out, dtype)) {
    return out;
  }
  if (compute == ScalarType::Undefined) {
    refuse_dtype(ctx, "masked_fill", dtype);
    return out;
  }
  if (value.isFloatingPoint() && !is_floating(dtype)) {
    ET_LOG(Error, "masked_fill: value is a real number, self of dtype %s",
           runtime::toString(dtype));
    ctx.fail(Error::InvalidArgument);
    return out;
  }
  const PointwiseLoop loop{choose_function(compute), nullptr, compute, dtype};
  run_pointwise(
      ctx, "masked_fill",
      {{mask, ScalarType::Bool}, {Operand(value), compute}, {self, compute}},
      loop, out);
  return out;
}

}  // namespace executorch::kernels::portable
