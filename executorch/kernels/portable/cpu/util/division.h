#pragma once

#include <executorch/kernels/portable/cpu/util/arithmetic.h>

#include <cmath>

/// \file
/// Quotients and remainders. Those of integers report a division by zero, and
/// wrap where the most negative one is divided by -1.
namespace executorch::kernels::portable {

/// out = a / b as real numbers; integers and bools are divided as Float.
void run_division(KernelRuntimeContext& ctx, const char* op, const Operand& a,
                  const Operand& b, Tensor& out);

/// Reports a division of an integer by zero, and fails.
void refuse_zero_divisor(KernelRuntimeContext& ctx, const char* op);

/// a / b rounded towards minus infinity.
template <class C>
struct FloorQuotient {
  static C apply(C a, C b) {
    if constexpr (std::is_integral_v<C>) {
      const C quotient = b == -1 ? wrap_mul(a, -1) : a / b;
      return quotient - C(b != -1 && a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
    } else {
      return of_reals(a, b);
    }
  }

 private:
  /// The quotient of a less its remainder is whole but for rounding, which
  /// floor(a / b) would carry over to the next number.
  static C of_reals(C a, C b) {
    const C direct = a / b;
    if (b == C(0)) {
      return direct;
    }
    const C rest = std::fmod(a, b);
    const C below = rest != C(0) && (rest < C(0)) != (b < C(0)) ? C(1) : C(0);
    const C quotient = std::nearbyint((a - rest) / b) - below;
    return quotient == C(0) ? std::copysign(C(0), direct) : quotient;
  }
};

/// a / b rounded towards zero.
template <class C>
struct TruncQuotient {
  static C apply(C a, C b) {
    if constexpr (std::is_integral_v<C>) {
      return b == -1 ? wrap_mul(a, -1) : a / b;
    } else {
      return std::trunc(a / b);
    }
  }
};

/// The remainder with the sign of a.
template <class C>
struct TruncRemainder {
  static C apply(C a, C b) {
    if constexpr (std::is_integral_v<C>) {
      return b == -1 ? 0 : a % b;
    } else {
      return std::fmod(a, b);
    }
  }
};

/// The remainder with the sign of b.
template <class C>
struct FloorRemainder {
  static C apply(C a, C b) {
    const C rest = TruncRemainder<C>::apply(a, b);
    return rest != C(0) && (rest < C(0)) != (b < C(0)) ? rest + b : rest;
  }
};

/// `F` with a division by zero noted.
template <template <class> class F>
struct CheckedDivision {
  bool* by_zero;

  int64_t operator()(int64_t a, int64_t b) const {
    if (b == 0) {
      *by_zero = true;
      return 0;
    }
    return F<int64_t>::apply(a, b);
  }
};

/// out = F(a, b) in the promoted dtype, which is not bool.
template <template <class> class F>
void run_integer_like(KernelRuntimeContext& ctx, const char* op,
                      const Operand& a, const Operand& b, Tensor& out) {
  const ScalarType common = check_result_type(ctx, op, {&a, &b}, out);
  bool by_zero = false;
  if (common == ScalarType::Undefined) {
    return;
  }
  if (common == ScalarType::Bool) {
    refuse_dtype(ctx, op, common);
  } else if (common == ScalarType::Double) {
    run_binary<double>(ctx, op, a, b, common, F<double>::apply, out);
  } else if (is_floating(common)) {
    run_binary<float>(ctx, op, a, b, common, F<float>::apply, out);
  } else {
    run_binary<int64_t>(ctx, op, a, b, common, CheckedDivision<F>{&by_zero},
                        out);
  }
  if (by_zero) {
    refuse_zero_divisor(ctx, op);
  }
}

}  // namespace executorch::kernels::portable
