#pragma once

#include <cstdint>
#include <type_traits>

#include <executorch/runtime/core/portable_type/bfloat16.h>
#include <executorch/runtime/core/portable_type/half.h>
#include <executorch/runtime/core/tag.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// A number whose type is known at run time only: int64_t, double or bool.
class Scalar {
 public:
  /// The integer 0.
  Scalar() : Scalar(int64_t{0}) {}

  template <typename T, typename std::enable_if<std::is_integral<T>::value,
                                                bool>::type = true>
  /* implicit */ Scalar(T value) : tag_(Tag::Int) {
    value_.as_int = static_cast<int64_t>(value);
  }
  /* implicit */ Scalar(bool value) : tag_(Tag::Bool) {
    value_.as_bool = value;
  }
  /* implicit */ Scalar(double value) : tag_(Tag::Double) {
    value_.as_double = value;
  }
  /* implicit */ Scalar(BFloat16 value)
      : Scalar(static_cast<double>(static_cast<float>(value))) {}
  /* implicit */ Scalar(Half value)
      : Scalar(static_cast<double>(static_cast<float>(value))) {}

  /// Returns the value as T: int64_t (of an integer or bool), double (of a
  /// double) or bool (of a bool). Aborts on any other pair; ask first.
  template <typename T>
  T to() const;

  bool isIntegral(bool includeBool) const {
    return tag_ == Tag::Int || (includeBool && isBoolean());
  }
  bool isFloatingPoint() const { return tag_ == Tag::Double; }
  bool isBoolean() const { return tag_ == Tag::Bool; }

 private:
  Tag tag_;
  union Value {
    Value() {}
    double as_double;
    int64_t as_int;
    bool as_bool;
  } value_;
};

template <>
inline int64_t Scalar::to<int64_t>() const {
  ET_CHECK_MSG(isIntegral(true), "the scalar is neither integer nor bool");
  return isBoolean() ? static_cast<int64_t>(value_.as_bool) : value_.as_int;
}

template <>
inline double Scalar::to<double>() const {
  ET_CHECK_MSG(isFloatingPoint(), "the scalar is no double");
  return value_.as_double;
}

template <>
inline bool Scalar::to<bool>() const {
  ET_CHECK_MSG(isBoolean(), "the scalar is no bool");
  return value_.as_bool;
}

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
