#pragma once

#include <executorch/backends/engine/graph/ops.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// QuantizedAdd of n numbers; y may be a or b.
using QuantizedAddLoop = void (*)(const QuantizedAdd& op, const uint8_t* a,
                                  const uint8_t* b, uint8_t* y, size_t n);

/// That of the best target of this CPU.
QuantizedAddLoop quantized_add_loop();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
