#pragma once

#include <executorch/kernels/portable/cpu/util/arithmetic.h>

namespace executorch::kernels::portable {

/// out = F<C>()(self) in self's dtype, for numbers but not bools.
template <template <class> class F>
Tensor& arithmetic_unary_out(KernelRuntimeContext& ctx, const char* op,
                             const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const ScalarType compute = compute_type(dtype);
  if (compute == ScalarType::Undefined || dtype == ScalarType::Bool) {
    refuse_dtype(ctx, op, dtype);
  } else if (check_can_cast(ctx, op, dtype, out)) {
    switch (compute) {
      case ScalarType::Float:
        run_unary<float>(ctx, op, self, dtype, F<float>(), out);
        break;
      case ScalarType::Double:
        run_unary<double>(ctx, op, self, dtype, F<double>(), out);
        break;
      default:
        run_unary<int64_t>(ctx, op, self, dtype, F<int64_t>(), out);
    }
  }
  return out;
}

/// A property of real numbers, F<C>()(x), that integers do not have.
template <template <class> class F>
Tensor& predicate_out(KernelRuntimeContext& ctx, const char* op,
                      const Tensor& self, Tensor& out) {
  if (!check_same_dtype(ctx, op, out, ScalarType::Bool)) {
    return out;
  }
  switch (compute_type(self.scalar_type())) {
    case ScalarType::Float:
      run_unary<float>(ctx, op, self, ScalarType::Bool, F<float>(), out);
      break;
    case ScalarType::Double:
      run_unary<double>(ctx, op, self, ScalarType::Bool, F<double>(), out);
      break;
    case ScalarType::Long:
      run_unary<bool>(
          ctx, op, self, ScalarType::Bool, [](bool) { return false; }, out);
      break;
    default:
      refuse_dtype(ctx, op, self.scalar_type());
  }
  return out;
}

}  // namespace executorch::kernels::portable
