#pragma once

#include <cstdint>

#include <executorch/runtime/platform/torch_namespace.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// Element types without arithmetic: bits1x8 holds eight 1-bit values in a
/// byte, bits2x4 four of 2 bits, bits4x2 two of 4 bits.
#define ET_INTERNAL_DEFINE_BITS(name, storage) \
  struct name {                                \
    using underlying = storage;                \
    storage val_;                              \
    name() = default;                          \
    explicit name(storage val) : val_(val) {}  \
  };

ET_INTERNAL_DEFINE_BITS(bits1x8, uint8_t)
ET_INTERNAL_DEFINE_BITS(bits2x4, uint8_t)
ET_INTERNAL_DEFINE_BITS(bits4x2, uint8_t)
ET_INTERNAL_DEFINE_BITS(bits8, uint8_t)
ET_INTERNAL_DEFINE_BITS(bits16, uint16_t)

#undef ET_INTERNAL_DEFINE_BITS

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
