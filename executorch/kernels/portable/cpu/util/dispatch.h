#pragma once

#include <executorch/kernels/portable/cpu/util/kernel_util.h>

namespace executorch::kernels::portable {

template <class T>
struct TypeTag {
  using Type = T;
};

/// Calls `f(TypeTag<T>())` for Float, Double, Half and BFloat16; false for
/// another dtype.
template <class F>
bool dispatch_floating(ScalarType dtype, const F& f) {
  switch (dtype) {
    case ScalarType::Float:
      f(TypeTag<float>());
      return true;
    case ScalarType::Double:
      f(TypeTag<double>());
      return true;
    case ScalarType::Half:
      f(TypeTag<Half>());
      return true;
    case ScalarType::BFloat16:
      f(TypeTag<BFloat16>());
      return true;
    default:
      return false;
  }
}

/// The same for these and the integers.
template <class F>
bool dispatch_real(ScalarType dtype, const F& f) {
  switch (dtype) {
    case ScalarType::Byte:
      f(TypeTag<uint8_t>());
      return true;
    case ScalarType::Char:
      f(TypeTag<int8_t>());
      return true;
    case ScalarType::Short:
      f(TypeTag<int16_t>());
      return true;
    case ScalarType::Int:
      f(TypeTag<int32_t>());
      return true;
    case ScalarType::Long:
      f(TypeTag<int64_t>());
      return true;
    default:
      return dispatch_floating(dtype, f);
  }
}

}  // namespace executorch::kernels::portable
