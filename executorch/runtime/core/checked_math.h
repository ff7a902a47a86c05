#pragma once

#include <cstddef>

namespace executorch {
namespace runtime {
namespace internal {

/// Stores a + b, or a * b, in `out` and returns false; returns true and leaves
/// an unspecified value if the result does not fit T.
template <typename T>
inline bool add_overflows(T a, T b, T* out) {
  return __builtin_add_overflow(a, b, out);
}

template <typename T>
inline bool mul_overflows(T a, T b, T* out) {
  return __builtin_mul_overflow(a, b, out);
}

/// Tells whether [offset, offset + length) lies within [0, size).
inline bool range_fits(size_t offset, size_t length, size_t size) {
  return offset <= size && length <= size - offset;
}

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
