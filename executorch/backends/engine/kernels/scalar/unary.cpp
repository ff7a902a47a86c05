#include <executorch/backends/engine/kernels/scalar/map.h>
#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>

#include <cmath>

namespace executorch::backends::engine::scalar {
namespace {

using Kind = Unary::Kind;

float absolute(float x) { return std::fabs(x); }
float negative(float x) { return -x; }
float sign(float x) {
  return static_cast<float>(x > 0) - static_cast<float>(x < 0);
}
float relu(float x) { return x < 0 ? 0 : x; }
float round_even(float x) { return std::nearbyint(x); }
float reciprocal(float x) { return 1 / x; }
float rsqrt(float x) { return 1 / std::sqrt(x); }
float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }
float gelu(float x) {
  constexpr float kSqrtHalf = 0.70710678118654752f;
  return 0.5f * x * (1 + std::erf(x * kSqrtHalf));
}
float gelu_tanh(float x) {
  constexpr float kScale = 0.79788456080286536f;  // sqrt(2 / pi)
  return 0.5f * x * (1 + std::tanh(kScale * (x + 0.044715f * x * x * x)));
}
float logical_not(float x) { return x == 0; }
float is_nan(float x) { return std::isnan(x); }
float is_infinite(float x) { return std::isinf(x); }

int64_t wrapping_negative(int64_t x) {
  return static_cast<int64_t>(0 - static_cast<uint64_t>(x));
}
int64_t wrapping_absolute(int64_t x) {
  return x < 0 ? wrapping_negative(x) : x;
}
int64_t integer_sign(int64_t x) { return (x > 0) - (x < 0); }
int64_t integer_relu(int64_t x) { return x < 0 ? 0 : x; }
int64_t same(int64_t x) { return x; }
int64_t complement(int64_t x) { return ~x; }
int64_t integer_not(int64_t x) { return x == 0; }
int64_t no(int64_t) { return 0; }

template <float (*f)(float)>
constexpr PointwiseFunction<float> kFloat = map1<float, f>;
template <int64_t (*f)(int64_t)>
constexpr PointwiseFunction<int64_t> kInteger = map1<int64_t, f>;

PointwiseFunction<float> float_function(Kind kind) {
  switch (kind) {
    case Kind::kAbs:
      return kFloat<absolute>;
    case Kind::kNeg:
      return kFloat<negative>;
    case Kind::kSign:
      return kFloat<sign>;
    case Kind::kRelu:
      return kFloat<relu>;
    case Kind::kFloor:
      return kFloat<std::floor>;
    case Kind::kCeil:
      return kFloat<std::ceil>;
    case Kind::kRound:
      return kFloat<round_even>;
    case Kind::kTruncate:
      return kFloat<std::trunc>;
    case Kind::kReciprocal:
      return kFloat<reciprocal>;
    case Kind::kSqrt:
      return kFloat<std::sqrt>;
    case Kind::kRsqrt:
      return kFloat<rsqrt>;
    case Kind::kExp:
      return kFloat<std::exp>;
    case Kind::kExp2:
      return kFloat<std::exp2>;
    case Kind::kLog:
      return kFloat<std::log>;
    case Kind::kLog2:
      return kFloat<std::log2>;
    case Kind::kLog10:
      return kFloat<std::log10>;
    case Kind::kErf:
      return kFloat<std::erf>;
    case Kind::kSin:
      return kFloat<std::sin>;
    case Kind::kCos:
      return kFloat<std::cos>;
    case Kind::kTan:
      return kFloat<std::tan>;
    case Kind::kAsin:
      return kFloat<std::asin>;
    case Kind::kAcos:
      return kFloat<std::acos>;
    case Kind::kAtan:
      return kFloat<std::atan>;
    case Kind::kSinh:
      return kFloat<std::sinh>;
    case Kind::kCosh:
      return kFloat<std::cosh>;
    case Kind::kTanh:
      return kFloat<std::tanh>;
    case Kind::kAsinh:
      return kFloat<std::asinh>;
    case Kind::kAcosh:
      return kFloat<std::acosh>;
    case Kind::kAtanh:
      return kFloat<std::atanh>;
    case Kind::kSigmoid:
      return kFloat<sigmoid>;
    case Kind::kGelu:
      return kFloat<gelu>;
    case Kind::kGeluTanh:
      return kFloat<gelu_tanh>;
    case Kind::kLogicalNot:
      return kFloat<logical_not>;
    case Kind::kIsNan:
      return kFloat<is_nan>;
    case Kind::kIsInf:
      return kFloat<is_infinite>;
    case Kind::kBitwiseNot:
      break;
  }
  return nullptr;
}

PointwiseFunction<int64_t> integer_function(Kind kind, ScalarType dtype) {
  switch (kind) {
    case Kind::kAbs:
      return kInteger<wrapping_absolute>;
    case Kind::kNeg:
      return kInteger<wrapping_negative>;
    case Kind::kSign:
      return kInteger<integer_sign>;
    case Kind::kRelu:
      return kInteger<integer_relu>;
    case Kind::kFloor:
    case Kind::kCeil:
    case Kind::kRound:
    case Kind::kTruncate:
      return kInteger<same>;
    case Kind::kBitwiseNot:
      return dtype == ScalarType::Bool ? kInteger<integer_not>
                                       : kInteger<complement>;
    case Kind::kLogicalNot:
      return kInteger<integer_not>;
    case Kind::kIsNan:
    case Kind::kIsInf:
      return kInteger<no>;
    default:
      return nullptr;
  }
}

}  // namespace

KernelResult make(const Unary& op, const NodeView& node) {
  const ScalarType dtype = node.input(0).dtype;
  if (is_float(dtype)) {
    return make_pointwise<float, 1>(op, node, float_function(op.kind));
  }
  return make_pointwise<int64_t, 1>(op, node, integer_function(op.kind, dtype));
}

FloatFunction function_of(const Unary& op) {
  return {float_function(op.kind), {}};
}

}  // namespace executorch::backends::engine::scalar
