#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Loops of one target.
struct InterleaveLoops {
  /// to[channels i + c] = from[c plane + i] for i below n; 2 to 4 channels.
  void (*interleave)(const float* from, size_t plane, size_t channels,
                     float* to, size_t n);
};

/// Those of the best target of this CPU.
InterleaveLoops interleave_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
