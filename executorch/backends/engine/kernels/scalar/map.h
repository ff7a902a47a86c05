#pragma once

#include <executorch/backends/engine/kernels/util/pointwise.h>

namespace executorch {
namespace backends {
namespace engine {
namespace scalar {

/// f over the first operand.
template <typename T, T (*f)(T)>
bool map1(const T* const* operands, T* y, size_t n,
          const PointwiseParameters<T>&) {
  for (size_t i = 0; i < n; ++i) {
    y[i] = f(operands[0][i]);
  }
  return true;
}

template <typename T, T (*f)(T, T)>
bool map2(const T* const* operands, T* y, size_t n,
          const PointwiseParameters<T>&) {
  for (size_t i = 0; i < n; ++i) {
    y[i] = f(operands[0][i], operands[1][i]);
  }
  return true;
}

}  // namespace scalar
}  // namespace engine
}  // namespace backends
}  // namespace executorch
