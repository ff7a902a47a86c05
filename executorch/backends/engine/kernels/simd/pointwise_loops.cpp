#include <executorch/backends/engine/kernels/simd/pointwise_loops.h>

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/pointwise_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

using Parameters = PointwiseParameters<float>;

/// y[i] = f(x[i]), by vectors and a rest in a vector of its own.
template <typename F>
HWY_INLINE bool map(const float* x, float* y, size_t n, const F& f) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(f(hn::LoadU(d, x + i)), d, y + i);
  }
  if (i < n) {
    store_part(f(load_part(x + i, n - i, 0)), y + i, n - i);
  }
  return true;
}

template <typename F>
HWY_INLINE bool map(const float* a, const float* b, float* y, size_t n,
                    const F& f) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(f(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, y + i);
  }
  if (i < n) {
    store_part(f(load_part(a + i, n - i, 0), load_part(b + i, n - i, 0)), y + i,
               n - i);
  }
  return true;
}

/// A function of one operand: name(x) { return expression; }
#define ENGINE_UNARY(name, expression)                                      \
  bool name##_loop(const float* const* operands, float* y, size_t n,        \
                   const Parameters&) {                                     \
    return map(operands[0], y, n, [](V x) HWY_ATTR { return expression; }); \
  }

ENGINE_UNARY(abs, hn::Abs(x))
ENGINE_UNARY(neg, hn::Neg(x))
ENGINE_UNARY(relu, hn::IfThenZeroElse(hn::Lt(x, hn::Zero(D())), x))
ENGINE_UNARY(floor, hn::Floor(x))
ENGINE_UNARY(ceil, hn::Ceil(x))
ENGINE_UNARY(round, hn::Round(x))
ENGINE_UNARY(truncate, hn::Trunc(x))
ENGINE_UNARY(reciprocal, hn::Div(constant(1.0f), x))
ENGINE_UNARY(sqrt, hn::Sqrt(x))
ENGINE_UNARY(rsqrt, hn::Div(constant(1.0f), hn::Sqrt(x)))
ENGINE_UNARY(exp, exp(x))
ENGINE_UNARY(log, log(x))
ENGINE_UNARY(sigmoid, sigmoid(x))
ENGINE_UNARY(tanh, tanh(x))
ENGINE_UNARY(erf, erf(x))
ENGINE_UNARY(gelu, gelu(x))
ENGINE_UNARY(gelu_tanh, gelu_tanh(x))
ENGINE_UNARY(square, hn::Mul(x, x))
ENGINE_UNARY(cube, hn::Mul(hn::Mul(x, x), x))
#undef ENGINE_UNARY

#define ENGINE_BINARY(name, expression)                              \
  bool name##_loop(const float* const* operands, float* y, size_t n, \
                   const Parameters&) {                              \
    return map(operands[0], operands[1], y, n,                       \
               [](V a, V b) HWY_ATTR { return expression; });        \
  }

ENGINE_BINARY(add, hn::Add(a, b))
ENGINE_BINARY(sub, hn::Sub(a, b))
ENGINE_BINARY(mul, hn::Mul(a, b))
ENGINE_BINARY(div, hn::Div(a, b))
ENGINE_BINARY(minimum, hn::IfThenElse(hn::Or(hn::IsNaN(a), hn::Lt(a, b)), a, b))
ENGINE_BINARY(maximum, hn::IfThenElse(hn::Or(hn::IsNaN(a), hn::Gt(a, b)), a, b))
#undef ENGINE_BINARY

/// By one number and its reciprocal: the quotient is made exact by its
/// remainder (Markstein), correctly rounded where it is no denormal number.
HWY_INLINE V divided(V x, float divisor, float reciprocal) {
#if HWY_TARGET <= HWY_AVX2 || \
    HWY_TARGET == HWY_NEON  // multiply and add at once
  const V quotient = hn::Mul(x, constant(reciprocal));
  const V rest = hn::NegMulAdd(quotient, constant(divisor), x);
  // Infinities leave an infinity or NaN.
  return hn::IfThenElse(hn::Lt(hn::Abs(rest), hn::Abs(x)),
                        hn::MulAdd(rest, constant(reciprocal), quotient),
                        quotient);
#else
  (void)reciprocal;
  return hn::Div(x, constant(divisor));
#endif
}

bool divide_loop(const float* const* operands, float* y, size_t n,
                 const Parameters& divisor) {
  return map(operands[0], y, n, [&](V x) HWY_ATTR {
    return divided(x, divisor.first, divisor.second);
  });
}

bool hard_swish_loop(const float* const* operands, float* y, size_t n,
                     const Parameters&) {
  return map(operands[0], y, n, [](V x) HWY_ATTR {
    const V gate = limit(hn::Add(x, constant(3)), 0, 6);
    return divided(hn::Mul(x, gate), 6, 1.0f / 6);
  });
}

bool clamp_loop(const float* const* operands, float* y, size_t n,
                const Parameters& bounds) {
  return map(operands[0], y, n, [&](V x) HWY_ATTR {
    return limit(x, bounds.first, bounds.second);
  });
}

bool leaky_relu_loop(const float* const* operands, float* y, size_t n,
                     const Parameters& slope) {
  return map(operands[0], y, n, [&](V x) HWY_ATTR {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(D())), x,
                          hn::Mul(x, constant(slope.first)));
  });
}

PointwiseFunction<float> find_unary(Unary::Kind kind) {
  using Kind = Unary::Kind;
  switch (kind) {
    case Kind::kAbs:
      return abs_loop;
    case Kind::kNeg:
      return neg_loop;
    case Kind::kRelu:
      return relu_loop;
    case Kind::kFloor:
      return floor_loop;
    case Kind::kCeil:
      return ceil_loop;
    case Kind::kRound:
      return round_loop;
    case Kind::kTruncate:
      return truncate_loop;
    case Kind::kReciprocal:
      return reciprocal_loop;
    case Kind::kSqrt:
      return sqrt_loop;
    case Kind::kRsqrt:
      return rsqrt_loop;
    case Kind::kExp:
      return exp_loop;
    case Kind::kLog:
      return log_loop;
    case Kind::kSigmoid:
      return sigmoid_loop;
    case Kind::kTanh:
      return tanh_loop;
    case Kind::kErf:
      return erf_loop;
    case Kind::kGelu:
      return gelu_loop;
    case Kind::kGeluTanh:
      return gelu_tanh_loop;
    default:
      return nullptr;
  }
}

PointwiseFunction<float> find_binary(Binary::Kind kind) {
  using Kind = Binary::Kind;
  switch (kind) {
    case Kind::kAdd:
      return add_loop;
    case Kind::kSub:
      return sub_loop;
    case Kind::kMul:
      return mul_loop;
    case Kind::kDiv:
      return div_loop;
    case Kind::kMinimum:
      return minimum_loop;
    case Kind::kMaximum:
      return maximum_loop;
    default:
      return nullptr;
  }
}

PointwiseFunction<float> find_power(float exponent) {
  return exponent == 2      ? square_loop
         : exponent == 3    ? cube_loop
         : exponent == 0.5f ? sqrt_loop
         : exponent == -1   ? reciprocal_loop
                            : nullptr;
}

PointwiseFunction<float> find_divide() { return divide_loop; }
PointwiseFunction<float> find_clamp() { return clamp_loop; }
PointwiseFunction<float> find_leaky_relu() { return leaky_relu_loop; }
PointwiseFunction<float> find_hard_swish() { return hard_swish_loop; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(find_unary);
HWY_EXPORT(find_binary);
HWY_EXPORT(find_power);
HWY_EXPORT(find_divide);
HWY_EXPORT(find_clamp);
HWY_EXPORT(find_leaky_relu);
HWY_EXPORT(find_hard_swish);

PointwiseFunction<float> unary_function(Unary::Kind kind) {
  return HWY_DYNAMIC_DISPATCH(find_unary)(kind);
}
PointwiseFunction<float> binary_function(Binary::Kind kind) {
  return HWY_DYNAMIC_DISPATCH(find_binary)(kind);
}
PointwiseFunction<float> power_function(float exponent) {
  return HWY_DYNAMIC_DISPATCH(find_power)(exponent);
}
PointwiseFunction<float> divide_function(float divisor) {
  // Their reciprocals are no denormal numbers, nor are most quotients.
  constexpr float kLeast = 0x1p-60f;
  const bool serves =
      std::fabs(divisor) >= kLeast && std::fabs(divisor) <= 1 / kLeast;
  return serves ? HWY_DYNAMIC_DISPATCH(find_divide)() : nullptr;
}
PointwiseFunction<float> clamp_function() {
  return HWY_DYNAMIC_DISPATCH(find_clamp)();
}
PointwiseFunction<float> leaky_relu_function() {
  return HWY_DYNAMIC_DISPATCH(find_leaky_relu)();
}
PointwiseFunction<float> hard_swish_function() {
  return HWY_DYNAMIC_DISPATCH(find_hard_swish)();
}

}  // namespace executorch::backends::engine::simd
#endif
