#pragma once

#include <cmath>
#include <type_traits>

#include <executorch/runtime/core/portable_type/bfloat16.h>
#include <executorch/runtime/core/portable_type/half.h>

/// Functions of <cmath> for the 16-bit float types: computed in float, rounded
/// to the type of the argument.
namespace std {

#define ET_INTERNAL_MATH_1(H, name) \
  inline H name(H a) { return H(std::name(static_cast<float>(a))); }
#define ET_INTERNAL_MATH_2(H, name)                                    \
  inline H name(H a, H b) {                                            \
    return H(std::name(static_cast<float>(a), static_cast<float>(b))); \
  }
#define ET_INTERNAL_MATH(H)                                                  \
  ET_INTERNAL_MATH_1(H, abs)                                                 \
  ET_INTERNAL_MATH_1(H, acos)                                                \
  ET_INTERNAL_MATH_1(H, acosh)                                               \
  ET_INTERNAL_MATH_1(H, asin)                                                \
  ET_INTERNAL_MATH_1(H, asinh)                                               \
  ET_INTERNAL_MATH_1(H, atan)                                                \
  ET_INTERNAL_MATH_1(H, atanh)                                               \
  ET_INTERNAL_MATH_1(H, ceil)                                                \
  ET_INTERNAL_MATH_1(H, cos)                                                 \
  ET_INTERNAL_MATH_1(H, cosh)                                                \
  ET_INTERNAL_MATH_1(H, erf)                                                 \
  ET_INTERNAL_MATH_1(H, erfc)                                                \
  ET_INTERNAL_MATH_1(H, exp)                                                 \
  ET_INTERNAL_MATH_1(H, expm1)                                               \
  ET_INTERNAL_MATH_1(H, floor)                                               \
  ET_INTERNAL_MATH_1(H, lgamma)                                              \
  ET_INTERNAL_MATH_1(H, log)                                                 \
  ET_INTERNAL_MATH_1(H, log10)                                               \
  ET_INTERNAL_MATH_1(H, log1p)                                               \
  ET_INTERNAL_MATH_1(H, log2)                                                \
  ET_INTERNAL_MATH_1(H, round)                                               \
  ET_INTERNAL_MATH_1(H, sin)                                                 \
  ET_INTERNAL_MATH_1(H, sinh)                                                \
  ET_INTERNAL_MATH_1(H, sqrt)                                                \
  ET_INTERNAL_MATH_1(H, tan)                                                 \
  ET_INTERNAL_MATH_1(H, tanh)                                                \
  ET_INTERNAL_MATH_1(H, trunc)                                               \
  ET_INTERNAL_MATH_2(H, atan2)                                               \
  ET_INTERNAL_MATH_2(H, fmod)                                                \
  ET_INTERNAL_MATH_2(H, pow)                                                 \
  inline bool isfinite(H a) { return std::isfinite(static_cast<float>(a)); } \
  inline bool isinf(H a) { return std::isinf(static_cast<float>(a)); }       \
  inline bool isnan(H a) { return std::isnan(static_cast<float>(a)); }

ET_INTERNAL_MATH(executorch::runtime::etensor::BFloat16)
ET_INTERNAL_MATH(executorch::runtime::etensor::Half)

#undef ET_INTERNAL_MATH
#undef ET_INTERNAL_MATH_1
#undef ET_INTERNAL_MATH_2

}  // namespace std

namespace c10 {

/// Tells whether T is Half or BFloat16.
template <typename T>
struct is_reduced_floating_point
    : std::integral_constant<
          bool,
          std::is_same<T, executorch::runtime::etensor::Half>::value ||
              std::is_same<T, executorch::runtime::etensor::BFloat16>::value> {
};
template <typename T>
constexpr bool is_reduced_floating_point_v =
    is_reduced_floating_point<T>::value;

}  // namespace c10
