#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Conversions of arrays between bytes and float32.
struct ByteLoops {
  void (*unsigned_to_floats)(const void* from, float* to, size_t n);
  void (*signed_to_floats)(const void* from, float* to, size_t n);
  /// Cut off towards zero, the low byte, which is the same for both kinds of
  /// bytes. Returns how many it converted: it may stop in front of numbers that
  /// are NaN or from 2^31 on, and of a rest.
  size_t (*to_bytes)(const float* from, void* to, size_t n);
};

/// Those of the best target of this CPU.
ByteLoops byte_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
