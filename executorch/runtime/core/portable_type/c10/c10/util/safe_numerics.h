#pragma once

#include <cstdint>

namespace c10 {

/// Store a + b, or a * b, in `out`; return true if the result does not fit.
template <typename T>
bool add_overflows(T a, T b, T* out) {
  return __builtin_add_overflow(a, b, out);
}
template <typename T>
bool mul_overflows(T a, T b, T* out) {
  return __builtin_mul_overflow(a, b, out);
}

}  // namespace c10
