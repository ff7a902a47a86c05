#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Conversions of arrays between float16 and float32, to nearest even.
struct HalfLoops {
  void (*to_floats)(const void* from, float* to, size_t n);
  void (*to_halves)(const float* from, void* to, size_t n);
};

/// Those of the best target of this CPU.
HalfLoops half_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
