#pragma once

#include <cstdint>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// The element types of quantized tensors: a stored integer that means
/// (val_ - zero_point) * scale. quint4x2 holds two, quint2x4 four in a byte.
#define ET_INTERNAL_DEFINE_QINT(name, storage) \
  struct name {                                \
    using underlying = storage;                \
    storage val_;                              \
    name() = default;                          \
    explicit name(storage val) : val_(val) {}  \
  };

ET_INTERNAL_DEFINE_QINT(qint8, int8_t)
ET_INTERNAL_DEFINE_QINT(quint8, uint8_t)
ET_INTERNAL_DEFINE_QINT(qint32, int32_t)
ET_INTERNAL_DEFINE_QINT(quint4x2, uint8_t)
ET_INTERNAL_DEFINE_QINT(quint2x4, uint8_t)

#undef ET_INTERNAL_DEFINE_QINT

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
