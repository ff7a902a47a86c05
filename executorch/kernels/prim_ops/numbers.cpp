#include <executorch/kernels/prim_ops/kernels.h>

#include <cmath>
#include <cstdint>

namespace executorch {
namespace kernels {
namespace prim_ops {

using runtime::Error;

bool check_count(KernelRuntimeContext& context, Span<EValue*> stack,
                 size_t count) {
  if (stack.size() == count) {
    return true;
  }
  ET_LOG(Error, "%zu values, expected %zu", stack.size(), count);
  context.fail(Error::InvalidProgram);
  return false;
}

void fail_type(KernelRuntimeContext& context, ET_UNUSED const EValue& value) {
  ET_LOG(Error, "a value with tag %u is not taken",
         static_cast<unsigned>(value.tag));
  context.fail(Error::InvalidType);
}

namespace {

bool is_number(const EValue& value) {
  return value.isInt() || value.isDouble();
}

double as_double(const EValue& value) {
  return value.isInt() ? static_cast<double>(value.toInt()) : value.toDouble();
}

void fail_value(KernelRuntimeContext& context, ET_UNUSED const char* what) {
  ET_LOG(Error, "%s", what);
  context.fail(Error::InvalidArgument);
}

/// Applies a function of two integers, which returns whether there is a result,
/// or one of two doubles.
template <typename OfInts, typename OfDoubles>
void apply_to_numbers(KernelRuntimeContext& context, Span<EValue*> stack,
                      OfInts of_ints, OfDoubles of_doubles) {
  if (!check_count(context, stack, 3)) {
    return;
  }
  const EValue& a = *stack[0];
  const EValue& b = *stack[1];
  if (a.isInt() && b.isInt()) {
    int64_t result = 0;
    if (!of_ints(a.toInt(), b.toInt(), &result)) {
      fail_value(context, "a result does not fit an integer, or divisor is 0");
      return;
    }
    *stack[2] = EValue(result);
  } else if (is_number(a) && is_number(b)) {
    *stack[2] = EValue(of_doubles(as_double(a), as_double(b)));
  } else {
    fail_type(context, is_number(a) ? b : a);
  }
}

template <typename OfInts>
void apply_to_ints(KernelRuntimeContext& context, Span<EValue*> stack,
                   OfInts of_ints) {
  if (!check_count(context, stack, 3)) {
    return;
  }
  if (!stack[0]->isInt() || !stack[1]->isInt()) {
    fail_type(context, stack[0]->isInt() ? *stack[1] : *stack[0]);
    return;
  }
  int64_t result = 0;
  if (!of_ints(stack[0]->toInt(), stack[1]->toInt(), &result)) {
    fail_value(context, "a divisor is 0");
    return;
  }
  *stack[2] = EValue(result);
}

template <typename Compare>
void compare(KernelRuntimeContext& context, Span<EValue*> stack,
             Compare holds) {
  if (!check_count(context, stack, 3)) {
    return;
  }
  const EValue& a = *stack[0];
  const EValue& b = *stack[1];
  if (a.isInt() && b.isInt()) {
    *stack[2] = EValue(bool(holds(a.toInt(), b.toInt())));
  } else if (is_number(a) && is_number(b)) {
    *stack[2] = EValue(bool(holds(as_double(a), as_double(b))));
  } else if (a.isBool() && b.isBool()) {
    *stack[2] = EValue(bool(holds(int{a.toBool()}, int{b.toBool()})));
  } else {
    fail_type(context, is_number(a) ? b : a);
  }
}

bool floor_divide(int64_t a, int64_t b, int64_t* result) {
  if (b == 0 || (a == INT64_MIN && b == -1)) {
    return false;
  }
  *result = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
  return true;
}

double floor_divide(double a, double b) {
  if (b == 0) {
    return std::signbit(a) ? -INFINITY : INFINITY;
  }
  const double remainder = std::fmod(a, b);
  const double quotient = (a - remainder) / b;
  return remainder != 0 && std::signbit(b) != std::signbit(remainder)
             ? quotient - 1
             : quotient;
}

/// Stores a whole number as an integer.
void store_integer(KernelRuntimeContext& context, double whole,
                   EValue* result) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (!(whole >= -kLimit && whole < kLimit)) {
    fail_value(context, "a number does not fit an integer");
    return;
  }
  *result = EValue(static_cast<int64_t>(whole));
}

template <typename Round>
void round_double(KernelRuntimeContext& context, Span<EValue*> stack,
                  Round round_to_whole) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  if (!stack[0]->isDouble()) {
    fail_type(context, *stack[0]);
    return;
  }
  store_integer(context, round_to_whole(stack[0]->toDouble()), stack[1]);
}

double round_half_to_even(double value) {
  const double up = std::round(value);
  return std::fabs(up - value) == 0.5 ? 2.0 * std::round(value / 2.0) : up;
}

}  // namespace

void add(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_numbers(
      context, stack,
      [](int64_t a, int64_t b, int64_t* result) {
        return !__builtin_add_overflow(a, b, result);
      },
      [](double a, double b) { return a + b; });
}

void sub(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_numbers(
      context, stack,
      [](int64_t a, int64_t b, int64_t* result) {
        return !__builtin_sub_overflow(a, b, result);
      },
      [](double a, double b) { return a - b; });
}

void mul(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_numbers(
      context, stack,
      [](int64_t a, int64_t b, int64_t* result) {
        return !__builtin_mul_overflow(a, b, result);
      },
      [](double a, double b) { return a * b; });
}

void floordiv(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_numbers(
      context, stack,
      [](int64_t a, int64_t b, int64_t* result) {
        return floor_divide(a, b, result);
      },
      [](double a, double b) { return floor_divide(a, b); });
}

void truediv(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 3)) {
    return;
  }
  if (!is_number(*stack[0]) || !is_number(*stack[1])) {
    fail_type(context, is_number(*stack[0]) ? *stack[1] : *stack[0]);
    return;
  }
  const double a = as_double(*stack[0]);
  const double b = as_double(*stack[1]);
  *stack[2] = EValue(a / b);
}

void mod(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_ints(context, stack, [](int64_t a, int64_t b, int64_t* result) {
    if (b == 0) {
      return false;
    }
    const int64_t remainder = b == -1 ? 0 : a % b;
    *result = remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b
                                                           : remainder;
    return true;
  });
}

void sym_max(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_ints(context, stack, [](int64_t a, int64_t b, int64_t* result) {
    *result = a > b ? a : b;
    return true;
  });
}

void sym_min(KernelRuntimeContext& context, Span<EValue*> stack) {
  apply_to_ints(context, stack, [](int64_t a, int64_t b, int64_t* result) {
    *result = a < b ? a : b;
    return true;
  });
}

void eq(KernelRuntimeContext& context, Span<EValue*> stack) {
  compare(context, stack, [](auto a, auto b) { return a == b; });
}

void ne(KernelRuntimeContext& context, Span<EValue*> stack) {
  compare(context, stack, [](auto a, auto b) { return a != b; });
}

void gt(KernelRuntimeContext& context, Span<EValue*> stack) {
  compare(context, stack, [](auto a, auto b) { return a > b; });
}

void ge(KernelRuntimeContext& context, Span<EValue*> stack) {
  compare(context, stack, [](auto a, auto b) { return a >= b; });
}

void lt(KernelRuntimeContext& context, Span<EValue*> stack) {
  compare(context, stack, [](auto a, auto b) { return a < b; });
}

void le(KernelRuntimeContext& context, Span<EValue*> stack) {
  compare(context, stack, [](auto a, auto b) { return a <= b; });
}

void neg(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  const EValue& a = *stack[0];
  if (a.isDouble()) {
    *stack[1] = EValue(-a.toDouble());
  } else if (!a.isInt()) {
    fail_type(context, a);
  } else if (a.toInt() == INT64_MIN) {
    fail_value(context, "the negative does not fit an integer");
  } else {
    *stack[1] = EValue(-a.toInt());
  }
}

void sym_float(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  const EValue& a = *stack[0];
  if (a.isBool()) {
    *stack[1] = EValue(a.toBool() ? 1.0 : 0.0);
  } else if (is_number(a)) {
    *stack[1] = EValue(as_double(a));
  } else {
    fail_type(context, a);
  }
}

void sym_int(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  const EValue& a = *stack[0];
  if (a.isBool()) {
    *stack[1] = EValue(int64_t{a.toBool()});
  } else if (a.isInt()) {
    *stack[1] = EValue(a.toInt());
  } else if (a.isDouble()) {
    store_integer(context, std::trunc(a.toDouble()), stack[1]);
  } else {
    fail_type(context, a);
  }
}

void sym_not(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 2)) {
    return;
  }
  if (!stack[0]->isBool()) {
    fail_type(context, *stack[0]);
    return;
  }
  *stack[1] = EValue(!stack[0]->toBool());
}

void ceil(KernelRuntimeContext& context, Span<EValue*> stack) {
  round_double(context, stack, [](double v) { return std::ceil(v); });
}

void round(KernelRuntimeContext& context, Span<EValue*> stack) {
  round_double(context, stack, round_half_to_even);
}

void trunc(KernelRuntimeContext& context, Span<EValue*> stack) {
  round_double(context, stack, [](double v) { return std::trunc(v); });
}

void sym_ite(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!check_count(context, stack, 4)) {
    return;
  }
  if (!stack[0]->isBool()) {
    fail_type(context, *stack[0]);
    return;
  }
  const EValue& chosen = stack[0]->toBool() ? *stack[1] : *stack[2];
  if (!chosen.isScalar()) {
    fail_type(context, chosen);
    return;
  }
  *stack[3] = chosen;
}

}  // namespace prim_ops
}  // namespace kernels
}  // namespace executorch
