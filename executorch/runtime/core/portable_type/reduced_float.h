#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {
namespace etensor {
namespace internal {

inline float f32_from_u32(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline uint32_t u32_from_f32(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// The arithmetic of a 16-bit float type H: computed in float and rounded once.
/// With another H or an integer the result is an H, with a float or a double it
/// is of that type. Comparisons come with the conversion to float.
template <typename H>
struct ReducedFloatOperators {
#define ET_INTERNAL_REDUCED_FLOAT_OPERATOR(op)                                 \
  friend H operator op(const H& a, const H& b) {                               \
    return H(static_cast<float>(a) op static_cast<float>(b));                  \
  }                                                                            \
  friend float operator op(const H& a, float b) {                              \
    return static_cast<float>(a) op b;                                         \
  }                                                                            \
  friend float operator op(float a, const H& b) {                              \
    return a op static_cast<float>(b);                                         \
  }                                                                            \
  friend double operator op(const H& a, double b) {                            \
    return static_cast<double>(static_cast<float>(a)) op b;                    \
  }                                                                            \
  friend double operator op(double a, const H& b) {                            \
    return a op static_cast<double>(static_cast<float>(b));                    \
  }                                                                            \
  template <typename I, std::enable_if_t<std::is_integral<I>::value, int> = 0> \
  friend H operator op(const H& a, I b) {                                      \
    return a op H(static_cast<float>(b));                                      \
  }                                                                            \
  template <typename I, std::enable_if_t<std::is_integral<I>::value, int> = 0> \
  friend H operator op(I a, const H& b) {                                      \
    return H(static_cast<float>(a)) op b;                                      \
  }                                                                            \
  friend H& operator op##=(H& a, const H& b) {                                 \
    a = a op b;                                                                \
    return a;                                                                  \
  }                                                                            \
  friend float& operator op##=(float& a, const H& b) {                         \
    return a op## = static_cast<float>(b);                                     \
  }

  ET_INTERNAL_REDUCED_FLOAT_OPERATOR(+)
  ET_INTERNAL_REDUCED_FLOAT_OPERATOR(-)
  ET_INTERNAL_REDUCED_FLOAT_OPERATOR(*)
  ET_INTERNAL_REDUCED_FLOAT_OPERATOR(/)
#undef ET_INTERNAL_REDUCED_FLOAT_OPERATOR

  friend H operator-(const H& a) { return H(-static_cast<float>(a)); }
};

}  // namespace internal
}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
