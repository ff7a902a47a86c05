#include <executorch/backends/engine/kernels/scalar/map.h>
#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>

#include <cmath>

namespace executorch::backends::engine::scalar {
namespace {

using Kind = Binary::Kind;

float add(float a, float b) { return a + b; }
float subtract(float a, float b) { return a - b; }
float multiply(float a, float b) { return a * b; }
float divide(float a, float b) { return a / b; }
float truncated_quotient(float a, float b) { return std::trunc(a / b); }

float remainder_of(float a, float b) {
  const float rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// a - remainder is a multiple of b, so the quotient is whole up to rounding,
/// which may also carry a quotient just below a whole number over it.
float floored_quotient(float a, float b) {
  if (b == 0) {
    return a / b;
  }
  const float quotient = (a - std::fmod(a, b)) / b;
  const float rest = std::fmod(a, b);
  const float below =
      rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
  return below == 0 ? std::copysign(0.0f, a / b) : std::nearbyint(below);
}

float minimum(float a, float b) { return std::isnan(a) || a < b ? a : b; }
float maximum(float a, float b) { return std::isnan(a) || a > b ? a : b; }

template <typename T>
T equal(T a, T b) {
  return static_cast<T>(a == b);
}
template <typename T>
T not_equal(T a, T b) {
  return static_cast<T>(a != b);
}
template <typename T>
T less(T a, T b) {
  return static_cast<T>(a < b);
}
template <typename T>
T less_equal(T a, T b) {
  return static_cast<T>(a <= b);
}
template <typename T>
T greater(T a, T b) {
  return static_cast<T>(a > b);
}
template <typename T>
T greater_equal(T a, T b) {
  return static_cast<T>(a >= b);
}

uint64_t bits(int64_t x) { return static_cast<uint64_t>(x); }
int64_t integer(uint64_t x) { return static_cast<int64_t>(x); }

int64_t wrapping_add(int64_t a, int64_t b) {
  return integer(bits(a) + bits(b));
}
int64_t wrapping_subtract(int64_t a, int64_t b) {
  return integer(bits(a) - bits(b));
}
int64_t wrapping_multiply(int64_t a, int64_t b) {
  return integer(bits(a) * bits(b));
}
int64_t integer_minimum(int64_t a, int64_t b) { return a < b ? a : b; }
int64_t integer_maximum(int64_t a, int64_t b) { return a > b ? a : b; }
int64_t bitwise_and(int64_t a, int64_t b) { return a & b; }
int64_t bitwise_or(int64_t a, int64_t b) { return a | b; }
int64_t bitwise_xor(int64_t a, int64_t b) { return a ^ b; }

// Divisors are not 0 here. That of -1 is apart: the quotient may wrap.
int64_t truncated_quotient(int64_t a, int64_t b) {
  return b == -1 ? integer(0 - bits(a)) : a / b;
}
int64_t rest_of(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }
int64_t remainder_of(int64_t a, int64_t b) {
  const int64_t rest = rest_of(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
int64_t floored_quotient(int64_t a, int64_t b) {
  const int64_t rest = rest_of(a, b);
  const int64_t quotient = truncated_quotient(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
}

int64_t power(int64_t base, int64_t exponent) {
  uint64_t result = 1;
  uint64_t square = bits(base);
  for (; exponent > 0; exponent >>= 1) {
    result *= (exponent & 1) != 0 ? square : 1;
    square *= square;
  }
  return integer(result);
}

bool is_divisor(int64_t b) { return b != 0; }
bool is_exponent(int64_t b) { return b >= 0; }

/// f over operands of which the second must be fit for it.
template <int64_t (*f)(int64_t, int64_t), bool (*is_fit)(int64_t)>
bool checked_map2(const int64_t* const* operands, int64_t* y, size_t n,
                  const PointwiseParameters<int64_t>&) {
  for (size_t i = 0; i < n; ++i) {
    if (!is_fit(operands[1][i])) {
      return false;
    }
    y[i] = f(operands[0][i], operands[1][i]);
  }
  return true;
}

template <float (*f)(float, float)>
constexpr PointwiseFunction<float> kFloat = map2<float, f>;
template <int64_t (*f)(int64_t, int64_t)>
constexpr PointwiseFunction<int64_t> kInteger = map2<int64_t, f>;
template <int64_t (*f)(int64_t, int64_t)>
constexpr PointwiseFunction<int64_t> kQuotient = checked_map2<f, is_divisor>;

template <typename T>
PointwiseFunction<T> comparison(Kind kind) {
  switch (kind) {
    case Kind::kEq:
      return map2<T, equal<T>>;
    case Kind::kNe:
      return map2<T, not_equal<T>>;
    case Kind::kLt:
      return map2<T, less<T>>;
    case Kind::kLe:
      return map2<T, less_equal<T>>;
    case Kind::kGt:
      return map2<T, greater<T>>;
    case Kind::kGe:
      return map2<T, greater_equal<T>>;
    default:
      return nullptr;
  }
}

PointwiseFunction<float> float_function(Kind kind) {
  switch (kind) {
    case Kind::kAdd:
      return kFloat<add>;
    case Kind::kSub:
      return kFloat<subtract>;
    case Kind::kMul:
      return kFloat<multiply>;
    case Kind::kDiv:
      return kFloat<divide>;
    case Kind::kFloorDiv:
      return kFloat<floored_quotient>;
    case Kind::kTruncDiv:
      return kFloat<truncated_quotient>;
    case Kind::kFmod:
      return kFloat<std::fmod>;
    case Kind::kRemainder:
      return kFloat<remainder_of>;
    case Kind::kMinimum:
      return kFloat<minimum>;
    case Kind::kMaximum:
      return kFloat<maximum>;
    case Kind::kPow:
      return kFloat<std::pow>;
    case Kind::kAtan2:
      return kFloat<std::atan2>;
    default:
      return comparison<float>(kind);
  }
}

PointwiseFunction<int64_t> integer_function(Kind kind) {
  switch (kind) {
    case Kind::kAdd:
      return kInteger<wrapping_add>;
    case Kind::kSub:
      return kInteger<wrapping_subtract>;
    case Kind::kMul:
      return kInteger<wrapping_multiply>;
    case Kind::kFloorDiv:
      return kQuotient<floored_quotient>;
    case Kind::kTruncDiv:
      return kQuotient<truncated_quotient>;
    case Kind::kFmod:
      return kQuotient<rest_of>;
    case Kind::kRemainder:
      return kQuotient<remainder_of>;
    case Kind::kMinimum:
      return kInteger<integer_minimum>;
    case Kind::kMaximum:
      return kInteger<integer_maximum>;
    case Kind::kPow:
      return checked_map2<power, is_exponent>;
    case Kind::kBitwiseAnd:
      return kInteger<bitwise_and>;
    case Kind::kBitwiseOr:
      return kInteger<bitwise_or>;
    case Kind::kBitwiseXor:
      return kInteger<bitwise_xor>;
    default:
      return comparison<int64_t>(kind);
  }
}

}  // namespace

KernelResult make(const Binary& op, const NodeView& node) {
  if (is_float(node.input(0).dtype)) {
    return make_pointwise<float, 2>(op, node, float_function(op.kind));
  }
  return make_pointwise<int64_t, 2>(op, node, integer_function(op.kind));
}

FloatFunction function_of(const Binary& op) {
  return {float_function(op.kind), {}};
}

}  // namespace executorch::backends::engine::scalar
