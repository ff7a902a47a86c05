#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Loops that nothing but one resource of the CPU holds up.
struct PeakLoops {
  /// Does at least `n` multiply-adds of float32 in registers, less than 1 %
  /// more. Returns a number that depends on all of them.
  float (*multiply_adds)(size_t n);
  /// The sum, in any order.
  float (*sum)(const float* x, size_t n);
};

/// Those of the best target of this CPU.
PeakLoops peak_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
