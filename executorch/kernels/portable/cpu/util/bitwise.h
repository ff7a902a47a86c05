#pragma once

#include <executorch/kernels/portable/cpu/util/arithmetic.h>

namespace executorch::kernels::portable {

/// The dtype of a result of integers or bools, or Undefined after a report.
ScalarType check_bits(KernelRuntimeContext& ctx, const char* op,
                      const Operand& a, const Operand& b, const Tensor& out);

/// Never negative, 0 for two zeros; INT64_MIN stays as it is.
int64_t greatest_common_divisor(int64_t a, int64_t b);

/// out = f(a, b) for integers and bools.
template <class F>
void run_bitwise(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                 const Operand& b, const F& f, Tensor& out) {
  const ScalarType common = check_bits(ctx, op, a, b, out);
  if (common != ScalarType::Undefined) {
    run_binary<int64_t>(ctx, op, a, b, common, f, out);
  }
}

/// The same for integers only.
template <class F>
void run_shift(KernelRuntimeContext& ctx, const char* op, const Operand& a,
               const Operand& b, const F& f, Tensor& out) {
  const ScalarType common = check_bits(ctx, op, a, b, out);
  if (common == ScalarType::Bool) {
    refuse_dtype(ctx, op, common);
  } else if (common != ScalarType::Undefined) {
    run_binary<int64_t>(ctx, op, a, b, common, f, out);
  }
}

}  // namespace executorch::kernels::portable
