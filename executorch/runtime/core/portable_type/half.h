#pragma once

#include <cstdint>
#include <limits>

#include <executorch/runtime/core/portable_type/reduced_float.h>

namespace executorch {
namespace runtime {
namespace etensor {

namespace internal {

/// Converts IEEE binary16 bits to the float of the same value.
inline float fp16_ieee_to_fp32_value(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  const uint32_t magnitude = bits & 0x7FFFu;
  if (magnitude < 0x0400u) {
    // m * 2^-24 as (1 + m * 2^-10) * 2^-14 - 2^-14: no subnormal float occurs.
    const float value = f32_from_u32(0x38800000u | (magnitude << 13)) -
                        f32_from_u32(0x38800000u);
    return f32_from_u32(sign | u32_from_f32(value));
  }
  const uint32_t exponent_offset = magnitude < 0x7C00u ? 112u : 224u;
  return f32_from_u32(sign | ((magnitude << 13) + (exponent_offset << 23)));
}

/// As above, giving the bits of the float.
inline uint32_t fp16_ieee_to_fp32_bits(uint16_t bits) {
  return u32_from_f32(fp16_ieee_to_fp32_value(bits));
}

/// Converts a float to binary16 bits: rounds to nearest, ties to even; from
/// 65520 on to infinity; every NaN to 0x7E00 with the sign of its argument.
inline uint16_t fp16_ieee_from_fp32_value(float value) {
  const uint32_t bits = u32_from_f32(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude >= 0x47800000u) {  // 65536, infinity, NaN
    return static_cast<uint16_t>(sign |
                                 (magnitude > 0x7F800000u ? 0x7E00u : 0x7C00u));
  }
  if (magnitude < 0x38800000u) {  // below 2^-14: the unit is that of 0.5
    const float sum = f32_from_u32(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (u32_from_f32(sum) - 0x3F000000u));
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  magnitude += 0xC8000FFFu + odd;  // exponent - 112, plus half a unit less one
  return static_cast<uint16_t>(sign | (magnitude >> 13));
}

inline float fp32_from_bits(uint32_t bits) { return f32_from_u32(bits); }
inline uint32_t fp32_to_bits(float value) { return u32_from_f32(value); }

}  // namespace internal

/// IEEE binary16: 1 sign, 5 exponent and 10 fraction bits.
struct alignas(2) Half : internal::ReducedFloatOperators<Half> {
  uint16_t x;

  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return from_bits_t(); }

  Half() = default;
  constexpr Half(uint16_t bits, from_bits_t) : x(bits) {}
  /* implicit */ Half(float value)
      : x(internal::fp16_ieee_from_fp32_value(value)) {}

  operator float() const { return internal::fp16_ieee_to_fp32_value(x); }
};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch

namespace std {

template <>
class numeric_limits<executorch::runtime::etensor::Half> {
  using Half = executorch::runtime::etensor::Half;
  static constexpr Half make(uint16_t bits) {
    return Half(bits, Half::from_bits());
  }

 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr auto has_denorm = denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr auto round_style = round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;

  static constexpr Half min() { return make(0x0400); }
  static constexpr Half lowest() { return make(0xFBFF); }
  static constexpr Half max() { return make(0x7BFF); }
  static constexpr Half epsilon() { return make(0x1400); }
  static constexpr Half round_error() { return make(0x3800); }
  static constexpr Half infinity() { return make(0x7C00); }
  static constexpr Half quiet_NaN() { return make(0x7E00); }
  static constexpr Half signaling_NaN() { return make(0x7D00); }
  static constexpr Half denorm_min() { return make(0x0001); }
};

}  // namespace std
