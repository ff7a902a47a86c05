#pragma once

#include <executorch/backends/engine/kernels/simd/window_loops.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Loops of one target.
struct SlidingLoops {
  /// Whether weighted_sum() serves the run.
  bool (*serves)(const WindowRun<float>& run);
  /// WindowLoops::weighted_sum() of rows of taps that follow one another: what
  /// windows next to one another share is read once.
  void (*weighted_sum)(const WindowRun<float>& run, const float* const* weights,
                       const WindowOutput& output);
};

/// Those of the best target of this CPU.
SlidingLoops sliding_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
