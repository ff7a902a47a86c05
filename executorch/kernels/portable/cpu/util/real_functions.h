#pragma once

#include <executorch/kernels/portable/cpu/util/arithmetic.h>

/// \file
/// Operators that are a function of the mathematical library. The function is
/// called through a pointer, so that one loop serves all of them; its cost
/// hides the call.
namespace executorch::kernels::portable {

/// f(x) in both types that real numbers are computed in.
struct RealFunction {
  float (*f32)(float);
  double (*f64)(double);
};

/// f(x, y) in both types.
struct RealFunction2 {
  float (*f32)(float, float);
  double (*f64)(double, double);
};

/// out = f(self). Integers and bools are computed, and result, in Float.
Tensor& real_unary_out(KernelRuntimeContext& ctx, const char* op,
                       const Tensor& self, const RealFunction& f, Tensor& out);

/// out = f(a, b) in the promoted dtype; integers and bools as above.
void run_real_binary(KernelRuntimeContext& ctx, const char* op,
                     const Operand& a, const Operand& b, const RealFunction2& f,
                     Tensor& out);

/// out = Op::apply(self) in self's dtype; integers are whole already.
template <class Op>
Tensor& rounding_out(KernelRuntimeContext& ctx, const char* op,
                     const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  if (is_floating(dtype)) {
    return float_unary_out<Op>(ctx, op, self, out);
  }
  if (!is_integral(dtype)) {
    refuse_dtype(ctx, op, dtype);
  } else if (check_can_cast(ctx, op, dtype, out)) {
    run_unary<int64_t>(
        ctx, op, self, dtype, [](int64_t x) { return x; }, out);
  }
  return out;
}

/// out = f(a, b), floating dtypes only.
void run_floating_binary(KernelRuntimeContext& ctx, const char* op,
                         const Operand& a, const Operand& b,
                         const RealFunction2& f, Tensor& out);

}  // namespace executorch::kernels::portable
