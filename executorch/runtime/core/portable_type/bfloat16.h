#pragma once

#include <cstdint>
#include <limits>

#include <executorch/runtime/core/portable_type/reduced_float.h>

namespace executorch {
namespace runtime {
namespace etensor {

namespace internal {

/// Returns the float whose upper half `bits` is.
inline float f32_from_bits(uint16_t bits) {
  return f32_from_u32(static_cast<uint32_t>(bits) << 16);
}

/// Converts a float to bfloat16 bits: rounds to nearest, ties to even; every
/// NaN to 0x7FC0.
inline uint16_t round_to_nearest_even(float value) {
  const uint32_t bits = u32_from_f32(value);
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) {
    return 0x7FC0u;
  }
  const uint32_t odd = (bits >> 16) & 1u;
  return static_cast<uint16_t>((bits + 0x7FFFu + odd) >> 16);
}

}  // namespace internal

/// The upper half of an IEEE binary32: 1 sign, 8 exponent, 7 fraction bits.
struct alignas(2) BFloat16 : internal::ReducedFloatOperators<BFloat16> {
  uint16_t x;

  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return from_bits_t(); }

  BFloat16() = default;
  constexpr BFloat16(uint16_t bits, from_bits_t) : x(bits) {}
  /* implicit */ BFloat16(float value)
      : x(internal::round_to_nearest_even(value)) {}

  operator float() const { return internal::f32_from_bits(x); }
};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch

namespace std {

template <>
class numeric_limits<executorch::runtime::etensor::BFloat16> {
  using BFloat16 = executorch::runtime::etensor::BFloat16;
  static constexpr BFloat16 make(uint16_t bits) {
    return BFloat16(bits, BFloat16::from_bits());
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
  static constexpr bool is_iec559 = false;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;

  static constexpr BFloat16 min() { return make(0x0080); }
  static constexpr BFloat16 lowest() { return make(0xFF7F); }
  static constexpr BFloat16 max() { return make(0x7F7F); }
  static constexpr BFloat16 epsilon() { return make(0x3C00); }
  static constexpr BFloat16 round_error() { return make(0x3F00); }
  static constexpr BFloat16 infinity() { return make(0x7F80); }
  static constexpr BFloat16 quiet_NaN() { return make(0x7FC0); }
  static constexpr BFloat16 signaling_NaN() { return make(0x7F81); }
  static constexpr BFloat16 denorm_min() { return make(0x0001); }
};

}  // namespace std
