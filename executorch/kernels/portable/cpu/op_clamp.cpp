#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/clamp.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& clamp_out(KernelRuntimeContext& ctx, const Tensor& self,
                  const std::optional<Scalar>& min,
                  const std::optional<Scalar>& max, Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx, min.has_value() || max.has_value(), InvalidArgument,
                      out, "clamp: neither min nor max is given");
  const Operand operand(self);
  const Operand low(min ? *min : *max);
  const Operand high(max ? *max : *min);
  const ScalarType common =
      check_result_type(ctx, "clamp", {&operand, &low, &high}, out);
  if (common == ScalarType::Undefined) {
    return out;
  }
  if (common == ScalarType::Bool) {
    refuse_dtype(ctx, "clamp", common);
    return out;
  }
  clamp_to(ctx, "clamp", self, min, max, common, out);
  return out;
}

}  // namespace executorch::kernels::portable
