#pragma once

#include <cstddef>
#include <limits>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Windows of planes [H, W, C] at places of one row that follow one another and
/// have the same taps within the plane.
struct WindowRun {
  const float* from;   ///< channels of the place where the first window starts
  size_t from_step;    ///< to the next window
  const size_t* taps;  ///< offsets from the start of a window
  size_t n_taps;
  float* to;
  size_t to_step;
  size_t places;
  size_t channels;
};

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
  void (*weighted_sum)(const WindowRun& run, const float* const* weights,
                       const WindowOutput& output);
  /// The largest, NaN included.
  void (*maximum)(const WindowRun& run);
  /// The sum over taps, divided by `divisor`.
  void (*average)(const WindowRun& run, float divisor);
};

/// Those of the best target of this CPU.
WindowLoops window_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
