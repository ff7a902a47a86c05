#pragma once

#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>

namespace executorch {
namespace runtime {

namespace internal {

/// PyTorch promotes by family first (bool, integer, floating, complex), then by
/// width within the family. `rank` orders the types accordingly.
struct PromotionClass {
  int family;  // 0 bool, 1 integer, 2 floating, 3 complex
  int rank;    // within the family
};

constexpr PromotionClass promotion_class(aten::ScalarType t) {
  switch (t) {
    case aten::ScalarType::Bool:
      return {0, 0};
    case aten::ScalarType::Byte:
    case aten::ScalarType::Char:
      return {1, 1};
    case aten::ScalarType::Short:
      return {1, 2};
    case aten::ScalarType::Int:
      return {1, 3};
    case aten::ScalarType::Long:
      return {1, 4};
    case aten::ScalarType::Half:
    case aten::ScalarType::BFloat16:
      return {2, 1};
    case aten::ScalarType::Float:
      return {2, 2};
    case aten::ScalarType::Double:
      return {2, 3};
    case aten::ScalarType::ComplexHalf:
      return {3, 1};
    case aten::ScalarType::ComplexFloat:
      return {3, 2};
    case aten::ScalarType::ComplexDouble:
      return {3, 3};
    default:
      return {-1, 0};
  }
}

constexpr bool is_promotable(aten::ScalarType t) {
  return promotion_class(t).family >= 0;
}

/// The common type of two different promotable types.
constexpr aten::ScalarType promote_different(aten::ScalarType a,
                                             aten::ScalarType b) {
  const PromotionClass ca = promotion_class(a);
  const PromotionClass cb = promotion_class(b);
  if (ca.family == 3 && cb.family == 2) {
    return promote_different(a, b == aten::ScalarType::BFloat16
                                    ? aten::ScalarType::ComplexFloat
                                    : toComplexType(b));
  }
  if (ca.family == 2 && cb.family == 3) {
    return promote_different(b, a);
  }
  if (ca.family != cb.family) {
    return ca.family > cb.family ? a : b;
  }
  if (ca.rank != cb.rank) {
    return ca.rank > cb.rank ? a : b;
  }
  if (a == b) {
    return a;
  }
  // Two types of one width: uint8 with int8, float16 with bfloat16.
  return ca.family == 1 ? aten::ScalarType::Short : aten::ScalarType::Float;
}

/// Short names for types, as tests of kernels use them.
inline constexpr auto u1 = aten::ScalarType::Byte;
inline constexpr auto i1 = aten::ScalarType::Char;
inline constexpr auto i2 = aten::ScalarType::Short;
inline constexpr auto i4 = aten::ScalarType::Int;
inline constexpr auto i8 = aten::ScalarType::Long;
inline constexpr auto f2 = aten::ScalarType::Half;
inline constexpr auto f4 = aten::ScalarType::Float;
inline constexpr auto f8 = aten::ScalarType::Double;
inline constexpr auto c2 = aten::ScalarType::ComplexHalf;
inline constexpr auto c4 = aten::ScalarType::ComplexFloat;
inline constexpr auto c8 = aten::ScalarType::ComplexDouble;
inline constexpr auto b1 = aten::ScalarType::Bool;
inline constexpr auto bf = aten::ScalarType::BFloat16;
using U1 = ScalarTypeToCppType<u1>::type;
using I1 = ScalarTypeToCppType<i1>::type;
using I2 = ScalarTypeToCppType<i2>::type;
using I4 = ScalarTypeToCppType<i4>::type;
using I8 = ScalarTypeToCppType<i8>::type;
using F2 = ScalarTypeToCppType<f2>::type;
using F4 = ScalarTypeToCppType<f4>::type;
using F8 = ScalarTypeToCppType<f8>::type;
using C2 = ScalarTypeToCppType<c2>::type;
using C4 = ScalarTypeToCppType<c4>::type;
using C8 = ScalarTypeToCppType<c8>::type;
using B1 = ScalarTypeToCppType<b1>::type;
using BF = ScalarTypeToCppType<bf>::type;

}  // namespace internal

/// Returns the type of the result of an operation on two tensors, as
/// torch.promote_types. Equal types give themselves; otherwise aborts on
/// quantized, bits, float8 and the larger unsigned types.
///
/// @param[in] half_to_float Return Float instead of Half or BFloat16.
inline constexpr aten::ScalarType promoteTypes(aten::ScalarType a,
                                               aten::ScalarType b,
                                               bool half_to_float = false) {
  if (a == b && !internal::is_promotable(a)) {
    return a;
  }
  ET_CHECK_MSG(internal::is_promotable(a) && internal::is_promotable(b),
               "types %d and %d have no common type", static_cast<int>(a),
               static_cast<int>(b));
  const aten::ScalarType common = internal::promote_different(a, b);
  const bool is_half =
      common == aten::ScalarType::Half || common == aten::ScalarType::BFloat16;
  return half_to_float && is_half ? aten::ScalarType::Float : common;
}

/// `type` is the C++ type of promoteTypes() of two C++ types.
template <typename T1, typename T2, bool half_to_float = false>
struct promote_types {
 private:
  static_assert(std::is_same<T1, T2>::value ||
                    (internal::is_promotable(CppTypeToScalarType<T1>::value) &&
                     internal::is_promotable(CppTypeToScalarType<T2>::value)),
                "the types have no common type");

 public:
  using type = typename ScalarTypeToCppType<promoteTypes(
      CppTypeToScalarType<T1>::value, CppTypeToScalarType<T2>::value,
      half_to_float)>::type;
};

}  // namespace runtime
}  // namespace executorch
