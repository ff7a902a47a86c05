#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// One output row of windows over one plane. Tap i of the window at column j
/// reads from[taps[i] + j]: rows are laid out so that columns follow one
/// another whatever the stride. They may be read up to `slack` elements beyond.
struct WindowRow {
  const float* from;
  const size_t* taps;
  size_t n_taps;
  float* to;
  size_t columns;
};

/// Loops of one target.
struct WindowLoops {
  size_t slack;
  /// to[j] = bias + sum over i of weights[i] * from[taps[i] + j]
  void (*weighted_sum)(const WindowRow& row, const float* weights, float bias);
  /// The largest of from[taps[i] + j], NaN included.
  void (*maximum)(const WindowRow& row);
  /// to[2 i] to even[i], to[2 i + 1] to odd[i], for n elements of each.
  void (*split_pairs)(const float* from, float* even, float* odd, size_t n);
};

/// Those of the best target of this CPU.
WindowLoops window_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
