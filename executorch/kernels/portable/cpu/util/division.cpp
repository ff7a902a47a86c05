#include <executorch/kernels/portable/cpu/util/division.h>

#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

void run_division(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                  const Operand& b, Tensor& out) {
  const ScalarType promoted = check_promotes(ctx, op, {&a, &b});
  if (promoted == ScalarType::Undefined) {
    return;
  }
  const ScalarType common =
      is_floating(promoted) ? promoted : ScalarType::Float;
  if (!check_can_cast(ctx, op, common, out)) {
    return;
  }
  if (common == ScalarType::Double) {
    run_binary<double>(
        ctx, op, a, b, common, [](double x, double y) { return x / y; }, out);
  } else {
    run_binary<float>(
        ctx, op, a, b, common, [](float x, float y) { return x / y; }, out);
  }
}

void refuse_zero_divisor(KernelRuntimeContext& ctx, const char* op) {
  ET_LOG(Error, "%s: an integer is divided by zero", op);
  ctx.fail(Error::InvalidArgument);
}

}  // namespace executorch::kernels::portable
