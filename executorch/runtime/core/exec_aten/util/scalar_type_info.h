#pragma once

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <executorch/runtime/core/exec_aten/util/scalar_type_lists.h>
#include <executorch/runtime/core/portable_type/scalar_type.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {

namespace aten {
using runtime::etensor::ScalarType;
}  // namespace aten

namespace runtime {

/// `type` is the C++ type of the elements of a ScalarType.
template <aten::ScalarType N>
struct ScalarTypeToCppType;

/// `value` is the ScalarType of a C++ type.
template <typename T>
struct CppTypeToScalarType;

#define ET_INTERNAL_MAP_TYPE(cpp_type, name)           \
  template <>                                          \
  struct ScalarTypeToCppType<aten::ScalarType::name> { \
    using type = cpp_type;                             \
  };                                                   \
  template <>                                          \
  struct CppTypeToScalarType<cpp_type>                 \
      : std::integral_constant<aten::ScalarType, aten::ScalarType::name> {};
ET_FORALL_SCALAR_TYPES(ET_INTERNAL_MAP_TYPE)
#undef ET_INTERNAL_MAP_TYPE

/// Tells whether T is Half or BFloat16.
template <typename T>
struct is_reduced_floating_point
    : std::integral_constant<bool,
                             std::is_same<T, etensor::Half>::value ||
                                 std::is_same<T, etensor::BFloat16>::value> {};
template <typename T>
constexpr bool is_reduced_floating_point_v =
    is_reduced_floating_point<T>::value;

/// Tells whether T is a floating point type, the 16-bit ones included.
template <typename T>
struct is_floating_point
    : std::integral_constant<bool, std::is_floating_point<T>::value ||
                                       is_reduced_floating_point_v<T>> {};

/// Tells whether a value, perhaps read from a file, names an element type.
inline constexpr bool isValid(aten::ScalarType type) {
  return static_cast<int8_t>(type) >= 0 && type < aten::ScalarType::Undefined;
}

/// Returns the name of a type, "Undefined", or "UNKNOWN_SCALAR".
const char* toString(aten::ScalarType type);

/// Returns the bytes of one element. Aborts unless isValid(type).
inline size_t elementSize(aten::ScalarType type) {
  switch (type) {
#define ET_INTERNAL_ELEMENT_SIZE(cpp_type, name) \
  case aten::ScalarType::name:                   \
    return sizeof(cpp_type);
    ET_FORALL_SCALAR_TYPES(ET_INTERNAL_ELEMENT_SIZE)
#undef ET_INTERNAL_ELEMENT_SIZE
    default:
      ET_CHECK_MSG(false, "Unknown ScalarType %d", static_cast<int>(type));
  }
}

/// Families of types.
inline constexpr bool isIntegralType(aten::ScalarType t, bool includeBool) {
  return (t >= aten::ScalarType::Byte && t <= aten::ScalarType::Long) ||
         (includeBool && t == aten::ScalarType::Bool);
}
inline constexpr bool isFloatingType(aten::ScalarType t) {
  return t == aten::ScalarType::Half || t == aten::ScalarType::Float ||
         t == aten::ScalarType::Double || t == aten::ScalarType::BFloat16;
}
inline constexpr bool isComplexType(aten::ScalarType t) {
  return t >= aten::ScalarType::ComplexHalf &&
         t <= aten::ScalarType::ComplexDouble;
}
inline constexpr bool isQIntType(aten::ScalarType t) {
  return (t >= aten::ScalarType::QInt8 && t <= aten::ScalarType::QInt32) ||
         t == aten::ScalarType::QUInt4x2 || t == aten::ScalarType::QUInt2x4;
}
inline constexpr bool isBitsType(aten::ScalarType t) {
  return t >= aten::ScalarType::Bits1x8 && t <= aten::ScalarType::Bits16;
}
inline constexpr bool isFloat8Type(aten::ScalarType t) {
  return t >= aten::ScalarType::Float8_e5m2 &&
         t <= aten::ScalarType::Float8_e4m3fnuz;
}
inline constexpr bool isBarebonesUnsignedType(aten::ScalarType t) {
  return t >= aten::ScalarType::UInt16 && t <= aten::ScalarType::UInt64;
}

/// "Real" types are the integers, float and double; H adds Half, B adds bool,
/// BF16 adds BFloat16.
inline constexpr bool isRealType(aten::ScalarType t) {
  return isIntegralType(t, false) || t == aten::ScalarType::Float ||
         t == aten::ScalarType::Double;
}
inline constexpr bool isRealHType(aten::ScalarType t) {
  return isRealType(t) || t == aten::ScalarType::Half;
}
inline constexpr bool isRealHBType(aten::ScalarType t) {
  return isRealHType(t) || t == aten::ScalarType::Bool;
}
inline constexpr bool isRealHBF16Type(aten::ScalarType t) {
  return isRealHType(t) || t == aten::ScalarType::BFloat16;
}
inline constexpr bool isRealHBBF16Type(aten::ScalarType t) {
  return isRealHBType(t) || t == aten::ScalarType::BFloat16;
}

/// The same questions about C++ types.
template <typename T, bool includeBool>
struct is_integral_type
    : std::integral_constant<bool, isIntegralType(CppTypeToScalarType<T>::value,
                                                  includeBool)> {};
#define ET_INTERNAL_TYPE_TRAIT(trait, function) \
  template <typename T>                         \
  struct trait                                  \
      : std::integral_constant<bool,            \
                               function(CppTypeToScalarType<T>::value)> {};
ET_INTERNAL_TYPE_TRAIT(is_complex_type, isComplexType)
ET_INTERNAL_TYPE_TRAIT(is_bits_type, isBitsType)
ET_INTERNAL_TYPE_TRAIT(is_qint_type, isQIntType)
ET_INTERNAL_TYPE_TRAIT(is_float8_type, isFloat8Type)
ET_INTERNAL_TYPE_TRAIT(is_barebones_unsigned_type, isBarebonesUnsignedType)
#undef ET_INTERNAL_TYPE_TRAIT

/// Tells whether a type has negative values. Aborts on quantized, bits, float8
/// and the larger unsigned types.
bool isSignedType(aten::ScalarType t);

/// Returns the quantized type that is stored as `t`, or `t` if there is none.
aten::ScalarType toQIntType(aten::ScalarType t);

/// Returns the type that a quantized type is stored as; other types themselves.
aten::ScalarType toUnderlying(aten::ScalarType t);

/// Tells whether `qtype` is stored as `type`.
inline bool isUnderlying(aten::ScalarType type, aten::ScalarType qtype) {
  return type == toUnderlying(qtype);
}

/// Returns the type of the parts of a complex type; other types themselves.
inline constexpr aten::ScalarType toRealValueType(aten::ScalarType t) {
  switch (t) {
    case aten::ScalarType::ComplexHalf:
      return aten::ScalarType::Half;
    case aten::ScalarType::ComplexFloat:
      return aten::ScalarType::Float;
    case aten::ScalarType::ComplexDouble:
      return aten::ScalarType::Double;
    default:
      return t;
  }
}

/// Returns the complex type for a floating or complex type (ComplexFloat for
/// BFloat16). Aborts on others.
inline constexpr aten::ScalarType toComplexType(aten::ScalarType t) {
  if (isComplexType(t)) {
    return t;
  }
  switch (t) {
    case aten::ScalarType::Half:
      return aten::ScalarType::ComplexHalf;
    case aten::ScalarType::BFloat16:
    case aten::ScalarType::Float:
      return aten::ScalarType::ComplexFloat;
    case aten::ScalarType::Double:
      return aten::ScalarType::ComplexDouble;
    default:
      ET_CHECK_MSG(false, "type %d has no complex", static_cast<int>(t));
  }
}

/// Tells whether PyTorch lets a result of type `from` be stored as `to`: not
/// complex as real, floating as integer, or anything but bool as bool.
inline constexpr bool canCast(const aten::ScalarType from,
                              const aten::ScalarType to) {
  return (!isComplexType(from) || isComplexType(to)) &&
         (!isFloatingType(from) || !isIntegralType(to, false)) &&
         (from == aten::ScalarType::Bool || to != aten::ScalarType::Bool);
}
template <typename T1, typename T2>
struct can_cast
    : std::integral_constant<bool, canCast(CppTypeToScalarType<T1>::value,
                                           CppTypeToScalarType<T2>::value)> {};

/// Converts a number. A floating value goes to an integer type by way of
/// int64_t, so that negative values wrap in unsigned types.
template <typename To, typename From>
To convert(From value) {
  if constexpr (std::is_floating_point<From>::value &&
                std::is_integral<To>::value) {
    return static_cast<To>(static_cast<int64_t>(value));
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace runtime

namespace aten {
using runtime::elementSize;
}  // namespace aten

}  // namespace executorch

namespace exec_aten = ::executorch::aten;
