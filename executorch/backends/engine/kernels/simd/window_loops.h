#pragma once

#include <executorch/backends/engine/kernels/simd/window_run.h>

#include <cstddef>
#include <limits>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What becomes of the sums of a depthwise convolution.
struct WindowOutput {
  const float* bias;      ///< [channels]; null: none
  const float* residual;  ///< as `to`; null: none
  float min;
  float max;

  bool has_bounds() const {
    return min > -std::numeric_limits<float>::infinity() ||
           max < std::numeric_limits<float>::infinity();
  }
};

/// Loops of one target.
struct WindowLoops {
  /// The sum over taps i of weights[i][c] * x.
  void (*weighted_sum)(const WindowRun<float>& run, const float* const* weights,
                       const WindowOutput& output);
  /// The largest, NaN included.
  void (*maximum)(const WindowRun<float>& run);
  /// The sum over taps, divided by `divisor`.
  void (*average)(const WindowRun<float>& run, float divisor);
};

/// Those of the best target of this CPU.
WindowLoops window_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
