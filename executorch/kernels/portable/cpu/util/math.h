#pragma once

#include <executorch/kernels/portable/cpu/util/simd.h>

#include <cmath>
#include <cstdint>
#include <cstring>

/// \file
/// Elementary functions without branches or calls, so that loops over them
/// become vector code. Errors are within two units in the last place; NaN,
/// infinities and overflow are as in <cmath>. The double forms are <cmath>'s.
namespace executorch::kernels::portable {

ET_ALWAYS_INLINE float float_from_bits(int32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// e^x by 2^n e^r with |r| <= ln 2 / 2 and a polynomial for e^r.
ET_ALWAYS_INLINE float vector_exp(float x) {
  const float low = x < -104.0f ? -104.0f : x;
  const float in_range = low > 89.0f ? 89.0f : low;
  constexpr float kRound = 12582912.0f;
  const float shifted = in_range * 1.44269504088896341f + kRound;
  const float n = shifted - kRound;
  const float r =
      in_range - n * 0.693145751953125f - n * 1.42860682030941723e-6f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  const int32_t exponent = static_cast<int32_t>(n == n ? n : 0.0f);
  const int32_t half = exponent >> 1;
  const float scaled = p * float_from_bits((half + 127) << 23) *
                       float_from_bits((exponent - half + 127) << 23);
  return x == x ? scaled : x;
}
inline double vector_exp(double x) { return std::exp(x); }

ET_ALWAYS_INLINE float vector_sigmoid(float x) {
  return 1.0f / (1.0f + vector_exp(-x));
}
inline double vector_sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// tanh by an odd polynomial near 0 and by exp elsewhere.
ET_ALWAYS_INLINE float vector_tanh(float x) {
  const float a = x < 0.0f ? -x : x;
  const float s = x * x;
  float p = -5.70498872745e-3f;
  p = p * s + 2.06390887954e-2f;
  p = p * s - 5.37397155531e-2f;
  p = p * s + 1.33314422036e-1f;
  p = p * s - 3.33332819422e-1f;
  const float near_zero = p * s * x + x;
  const float far = 1.0f - 2.0f / (vector_exp(2.0f * a) + 1.0f);
  const float with_sign = x < 0.0f ? -far : far;
  return a < 0.625f ? near_zero : with_sign;
}
inline double vector_tanh(double x) { return std::tanh(x); }

}  // namespace executorch::kernels::portable
