#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// Between the ten element types that tensors store and the four types that
/// kernels compute in: float, double, int64_t (all integers, modulo 2^64) and
/// bool.
namespace executorch::kernels::portable {

/// Element conversion as PyTorch's `Tensor.to`: real numbers truncate towards
/// zero, integers wrap, bool is `x != 0`. A real number outside of int64_t
/// becomes INT64_MIN.
template <class From, class To>
To convert(From value) {
  if constexpr (std::is_same_v<From, To>) {
    return value;
  } else if constexpr (std::is_same_v<From, Half> ||
                       std::is_same_v<From, BFloat16>) {
    return convert<float, To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, Half> ||
                       std::is_same_v<To, BFloat16>) {
    return To(convert<From, float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_floating_point_v<From> &&
                       std::is_integral_v<To>) {
    const bool fits = value >= From(-9223372036854775808.0) &&
                      value < From(9223372036854775808.0);
    return static_cast<To>(fits ? static_cast<int64_t>(value) : INT64_MIN);
  } else {
    return static_cast<To>(value);
  }
}

/// Type that values of `type` are computed in: Float for Half, BFloat16 and
/// Float; Double; Long for integers and Bool; Undefined for other types.
ScalarType compute_type(ScalarType type);

/// Reads `n` elements that are `stride` elements apart into a dense array.
/// A stride of 0 repeats one element.
using LoadFn = void (*)(const void* src, ptrdiff_t stride, void* dst, size_t n);
/// Writes a dense array to elements that are `stride` elements apart.
using StoreFn = void (*)(const void* src, void* dst, ptrdiff_t stride,
                         size_t n);

/// The loader from a stored type into `compute` (Float, Double, Long or Bool),
/// or null if the two do not go together.
LoadFn load_function(ScalarType stored, ScalarType compute);
/// The counterpart of `load_function`.
StoreFn store_function(ScalarType compute, ScalarType stored);

}  // namespace executorch::kernels::portable
