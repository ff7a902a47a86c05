// Loads and functions of float vectors, included once per target: no include
// guard of the usual kind. Each states its error over all floats, in units in
// the last place; NaN goes through.
#if defined(EXECUTORCH_ENGINE_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef EXECUTORCH_ENGINE_MATH_INL_H
#undef EXECUTORCH_ENGINE_MATH_INL_H
#else
#define EXECUTORCH_ENGINE_MATH_INL_H
#endif

#include <hwy/highway.h>

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<DI>;

HWY_INLINE V constant(float value) { return hn::Set(D(), value); }

/// The first n elements at x, less than a vector, and `rest` in the other
/// lanes. Nothing is read behind them.
HWY_INLINE V load_part(const float* x, size_t n, float rest) {
  const D d;
#if HWY_TARGET <= HWY_AVX2  // has loads and stores of some lanes
  const auto mask = hn::FirstN(d, n);
  return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, x), constant(rest));
#else
  HWY_ALIGN float line[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(constant(rest), d, line);
  std::memcpy(line, x, n * sizeof(float));
  return hn::Load(d, line);
#endif
}

HWY_INLINE void store_part(V value, float* y, size_t n) {
  const D d;
#if HWY_TARGET <= HWY_AVX2
  hn::BlendedStore(value, hn::FirstN(d, n), d, y);
#else
  HWY_ALIGN float line[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(value, d, line);
  std::memcpy(y, line, n * sizeof(float));
#endif
}

HWY_INLINE V polynomial_step(V, V sum) { return sum; }
template <typename... Terms>
HWY_INLINE V polynomial_step(V x, V sum, float term, Terms... terms) {
  return polynomial_step(x, hn::MulAdd(sum, x, constant(term)), terms...);
}

/// Terms from the highest power on.
template <typename... Terms>
HWY_INLINE V polynomial(V x, float first, Terms... terms) {
  return polynomial_step(x, constant(first), terms...);
}

/// x limited to [low, high], with NaN going through.
HWY_INLINE V limit(V x, float low, float high) {
  const V l = constant(low);
  const V h = constant(high);
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  x = hn::IfThenElse(hn::Lt(x, l), l, x);
  return hn::IfThenElse(hn::Gt(x, h), h, x);
#else
  // On x86 the second operand is the result if one is NaN, on Arm the NaN is.
  return hn::Min(h, hn::Max(l, x));
#endif
}

/// 2^n for n of [-126, 127].
HWY_INLINE V power_of_two(VI n) {
  const DI di;
  return hn::BitCast(D(), hn::ShiftLeft<23>(hn::Add(n, hn::Set(di, 127))));
}

// ln 2 as a sum of which the first part has few bits: its products with whole
// numbers are exact.
constexpr float kLn2High = 0.693359375f;
constexpr float kLn2Low = -2.12194440e-4f;

/// e^r for |r| <= ln 2 / 2.
HWY_INLINE V exp_series(V r) {
  return polynomial(r, 1.0f / 5040, 1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6,
                    0.5f, 1.0f, 1.0f);
}

/// e^x within 2 units, subnormal results included: 2^n e^r, |r| <= ln 2 / 2.
HWY_INLINE V exp(V x) {
  x = limit(x, -105.0f, 90.0f);
  const V whole = hn::Round(hn::Mul(x, constant(1.44269504f)));
  V r = hn::NegMulAdd(whole, constant(kLn2High), x);
  r = hn::NegMulAdd(whole, constant(kLn2Low), r);
  const V e_r = exp_series(r);
  // Two factors, since 2^n may be beyond the range of normal numbers.
  const VI n = hn::ConvertTo(DI(), whole);
  const VI half = hn::ShiftRight<1>(n);
  return hn::Mul(hn::Mul(e_r, power_of_two(half)),
                 power_of_two(hn::Sub(n, half)));
}

/// e^x for x <= 0 within 2 units, with 0 for what is not a normal number: those
/// are slow to compute with.
HWY_INLINE V exp_of_difference(V x) {
  constexpr float kLowest = -87.0f;
  const V limited = limit(x, kLowest, 0.0f);
  const V whole = hn::Round(hn::Mul(limited, constant(1.44269504f)));
  V r = hn::NegMulAdd(whole, constant(kLn2High), limited);
  r = hn::NegMulAdd(whole, constant(kLn2Low), r);
  const V y = hn::Mul(exp_series(r), power_of_two(hn::ConvertTo(DI(), whole)));
  return hn::IfThenZeroElse(hn::Lt(x, constant(kLowest)), y);
}

/// ln x within 2 units, subnormal operands included: n ln 2 + 2 artanh(s) with
/// s = (m - 1) / (m + 1), x = 2^n m, 0.7 < m < 1.42.
HWY_INLINE V log(V x) {
  const D d;
  const DI di;
  const auto is_subnormal = hn::Lt(x, constant(1.17549435e-38f));
  const V scaled =
      hn::IfThenElse(is_subnormal, hn::Mul(x, constant(16777216.0f)), x);
  const VI bits = hn::BitCast(di, scaled);
  // The exponent of x / sqrt(1/2), so that m is around 1.
  constexpr int32_t kSqrtHalf = 0x3F3504F3;
  const VI n = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(di, kSqrtHalf)));
  const V m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(n)));
  const V whole = hn::Sub(hn::ConvertTo(d, n),
                          hn::IfThenElseZero(is_subnormal, constant(24.0f)));
  const V f = hn::Sub(m, constant(1.0f));
  const V s = hn::Div(f, hn::Add(m, constant(1.0f)));
  const V s2 = hn::Mul(s, s);
  // 2 artanh(s) = f - s (f - s^2 (2/3 + 2/5 s^2 + ..)), of which the second
  // part is small.
  const V series = hn::Mul(
      s2, polynomial(s2, 2.0f / 11, 2.0f / 9, 2.0f / 7, 2.0f / 5, 2.0f / 3));
  V small =
      hn::NegMulAdd(s, hn::Sub(f, series), hn::Mul(whole, constant(kLn2Low)));
  V y = hn::MulAdd(whole, constant(kLn2High), hn::Add(f, small));
  const V infinity = constant(__builtin_huge_valf());
  y = hn::IfThenElse(hn::Eq(x, infinity), x, y);
  y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(infinity), y);
  const auto is_invalid = hn::Or(hn::Lt(x, hn::Zero(d)), hn::IsNaN(x));
  return hn::IfThenElse(is_invalid, constant(__builtin_nanf("")), y);
}

/// 1 / (1 + e^-x) within 3 units: e^x / (1 + e^x) for negative x.
HWY_INLINE V sigmoid(V x) {
  const V one = constant(1.0f);
  const V e = exp(hn::Neg(hn::Abs(x)));
  const V numerator = hn::IfThenElse(hn::Lt(x, hn::Zero(D())), e, one);
  return hn::Div(numerator, hn::Add(one, e));
}

/// tanh x within 4 units: a continued fraction near 0, else from e^(2 |x|).
HWY_INLINE V tanh(V x) {
  const V magnitude = limit(hn::Abs(x), 0.0f, 10.0f);
  const V e = exp(hn::Add(magnitude, magnitude));
  const V one = constant(1.0f);
  const V s = hn::Mul(magnitude, magnitude);
  const auto is_small = hn::Lt(magnitude, constant(0.625f));
  const V numerator = hn::IfThenElse(
      is_small, hn::Mul(magnitude, polynomial(s, 1.0f, 105.0f, 945.0f)),
      hn::Sub(e, one));
  const V denominator = hn::IfThenElse(
      is_small, polynomial(s, 15.0f, 420.0f, 945.0f), hn::Add(e, one));
  return hn::CopySign(hn::Div(numerator, denominator), x);
}

/// erfc(z) for z >= 0, within 1e-6 of its value (plus what e^(-z^2) loses,
/// which is 0 where it is no normal number): a polynomial of t = 1 / (1 + z /
/// 2), fitted to e^(z^2) erfc(z) / t over [0, 10] within 2e-8.
HWY_INLINE V erfc(V z) {
  const V t =
      hn::Div(constant(1.0f), hn::MulAdd(z, constant(0.5f), constant(1.0f)));
  const V p =
      polynomial(t, 0.01228387747f, -0.1232546940f, 0.4289284050f,
                 -0.6700224876f, 0.4212742746f, -0.09831763059f, 0.2255418599f,
                 0.2386448383f, 0.2828570306f, 0.2820644975f);
  return hn::Mul(hn::Mul(t, p), exp_of_difference(hn::Neg(hn::Mul(z, z))));
}

/// erf z for |z| <= 1: its series.
HWY_INLINE V erf_series(V z) {
  constexpr double kScale = 1.1283791670955126;  // 2 / sqrt(pi)
  const auto term = [](double sign_factorial, int power) constexpr {
    return static_cast<float>(kScale / (sign_factorial * power));
  };
  const V s = hn::Mul(z, z);
  return hn::Mul(
      z, polynomial(s, term(3628800, 21), term(-362880, 19), term(40320, 17),
                    term(-5040, 15), term(720, 13), term(-120, 11), term(24, 9),
                    term(-6, 7), term(2, 5), term(-1, 3),
                    static_cast<float>(kScale)));
}

/// erf x within 4 units.
HWY_INLINE V erf(V x) {
  const V z = limit(hn::Abs(x), 0.0f, 10.0f);
  const V large = hn::Sub(constant(1.0f), erfc(z));
  const V y = hn::IfThenElse(hn::Lt(z, constant(1.0f)), erf_series(z), large);
  return hn::CopySign(y, x);
}

/// x * (1 + erf(x / sqrt(2))) / 2, without the cancellation for negative x:
/// x / 2 * erfc(z), or x / 2 * (2 - erfc(z)), of z = |x| / sqrt(2). That of 15
/// is 0, which makes NaN of minus infinity, as the formula does.
HWY_INLINE V gelu(V x) {
  const V half = hn::Mul(x, constant(0.5f));
  const V z = limit(hn::Mul(hn::Abs(x), constant(0.70710678f)), 0.0f, 15.0f);
  const V tail = erfc(z);
  const auto is_negative = hn::Lt(x, hn::Zero(D()));
  return hn::Mul(
      half, hn::IfThenElse(is_negative, tail, hn::Sub(constant(2.0f), tail)));
}

/// x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2
HWY_INLINE V gelu_tanh(V x) {
  const V cubic = hn::Mul(hn::Mul(x, x), x);
  const V argument =
      hn::Mul(constant(0.79788456f), hn::MulAdd(cubic, constant(0.044715f), x));
  const V half = hn::Mul(x, constant(0.5f));
  return hn::Mul(half, hn::Add(constant(1.0f), tanh(argument)));
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // EXECUTORCH_ENGINE_MATH_INL_H
