#pragma once

#include <executorch/kernels/portable/cpu/util/pointwise.h>

namespace executorch::kernels::portable {

/// Integer arithmetic modulo 2^64; the store truncates to the dtype.
inline int64_t wrap_add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}
inline int64_t wrap_mul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

/// True if `alpha` suits a computation in `common`: no real alpha for
/// integers, a bool one only for bools. Otherwise reports and fails.
bool check_alpha(KernelRuntimeContext& ctx, const char* op, ScalarType common,
                 const Scalar& alpha);

/// out = a + sign * alpha * b, the common part of add and sub.
void add_scaled(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                const Operand& b, const Scalar& alpha, int sign, Tensor& out);

/// The promoted dtype, or Undefined after a report of one that does not
/// promote.
ScalarType check_promotes(KernelRuntimeContext& ctx, const char* op,
                          std::initializer_list<const Operand*> operands);

/// The same, also Undefined if `out` cannot hold the result.
ScalarType check_result_type(KernelRuntimeContext& ctx, const char* op,
                             std::initializer_list<const Operand*> operands,
                             const Tensor& out);

/// out = F<C>()(a, b) with C the compute type of `common`.
template <template <class> class F>
bool run_arithmetic(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                    const Operand& b, ScalarType common, Tensor& out) {
  switch (compute_type(common)) {
    case ScalarType::Float:
      return run_binary<float>(ctx, op, a, b, common, F<float>(), out);
    case ScalarType::Double:
      return run_binary<double>(ctx, op, a, b, common, F<double>(), out);
    default:
      return run_binary<int64_t>(ctx, op, a, b, common, F<int64_t>(), out);
  }
}

/// out = F<C>()(a, b), a bool, compared in the promoted dtype.
template <template <class> class F>
void run_comparison(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                    const Operand& b, Tensor& out) {
  const ScalarType common = result_type({&a, &b});
  switch (compute_type(common)) {
    case ScalarType::Float:
      run_binary<float>(ctx, op, a, b, ScalarType::Bool, F<float>(), out);
      break;
    case ScalarType::Double:
      run_binary<double>(ctx, op, a, b, ScalarType::Bool, F<double>(), out);
      break;
    case ScalarType::Long:
      run_binary<int64_t>(ctx, op, a, b, ScalarType::Bool, F<int64_t>(), out);
      break;
    default:
      refuse_dtype(ctx, op, a.tensor() ? a.tensor()->scalar_type() : common);
  }
}

}  // namespace executorch::kernels::portable
