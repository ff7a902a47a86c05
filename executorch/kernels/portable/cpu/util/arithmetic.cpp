#include <executorch/kernels/portable/cpu/util/arithmetic.h>

#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct AddScaled {
  C alpha;

  C operator()(C a, C b) const {
    if constexpr (std::is_integral_v<C>) {
      return wrap_add(a, wrap_mul(alpha, b));
    } else {
      return a + alpha * b;
    }
  }
};

template <class C>
void run_add(KernelRuntimeContext& ctx, const char* op, const Operand& a,
             const Operand& b, ScalarType common, const Scalar& alpha, int sign,
             Tensor& out) {
  C factor = scalar_to<C>(alpha);
  if constexpr (std::is_integral_v<C>) {
    factor = wrap_mul(factor, sign);
  } else {
    factor *= static_cast<C>(sign);
  }
  run_binary<C>(ctx, op, a, b, common, AddScaled<C>{factor}, out);
}

}  // namespace

bool check_alpha(KernelRuntimeContext& ctx, const char* op, ScalarType common,
                 const Scalar& alpha) {
  const bool real = alpha.isFloatingPoint() && !is_floating(common);
  const bool boolean = alpha.isBoolean() && common != ScalarType::Bool;
  if (!real && !boolean) {
    return check_fits(ctx, op, alpha, common);
  }
  ET_LOG(Error, "%s: alpha is %s, expected an integer for dtype %s", op,
         real ? "a real number" : "a bool", runtime::toString(common));
  ctx.fail(Error::InvalidArgument);
  return false;
}

ScalarType check_promotes(KernelRuntimeContext& ctx, const char* op,
                          std::initializer_list<const Operand*> operands) {
  const ScalarType common = result_type(operands);
  if (common != ScalarType::Undefined) {
    return common;
  }
  for (const Operand* operand : operands) {
    const Tensor* tensor = operand->tensor();
    if (tensor != nullptr &&
        compute_type(tensor->scalar_type()) == ScalarType::Undefined) {
      refuse_dtype(ctx, op, tensor->scalar_type());
      break;
    }
  }
  return common;
}

ScalarType check_result_type(KernelRuntimeContext& ctx, const char* op,
                             std::initializer_list<const Operand*> operands,
                             const Tensor& out) {
  const ScalarType common = check_promotes(ctx, op, operands);
  const bool fits =
      common != ScalarType::Undefined && check_can_cast(ctx, op, common, out);
  return fits ? common : ScalarType::Undefined;
}

void add_scaled(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                const Operand& b, const Scalar& alpha, int sign, Tensor& out) {
  const ScalarType common = check_result_type(ctx, op, {&a, &b}, out);
  if (common == ScalarType::Undefined || !check_alpha(ctx, op, common, alpha)) {
    return;
  }
  switch (compute_type(common)) {
    case ScalarType::Float:
      return run_add<float>(ctx, op, a, b, common, alpha, sign, out);
    case ScalarType::Double:
      return run_add<double>(ctx, op, a, b, common, alpha, sign, out);
    default:
      return run_add<int64_t>(ctx, op, a, b, common, alpha, sign, out);
  }
}

}  // namespace executorch::kernels::portable
