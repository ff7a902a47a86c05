#pragma once

#include <executorch/backends/engine/kernels/simd/window_loops.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Whether the window has no more than `max_taps`, and neither steps nor
/// padding so large that a padded plane would be mostly empty.
bool is_small(const Window& window, int64_t max_taps);

/// A plane with its padding, in scratch memory. With a stride s, a row is s
/// rows of every s-th column, so that what one tap meets lies side by side.
class PaddedPlane {
 public:
  PaddedPlane(const WindowShape& shape, const WindowLoops& loops);

  size_t nbytes() const { return numel() * sizeof(float); }

  /// Fills the padding once; then planes may be copied one after the other.
  void fill(float padding, float* scratch) const;
  void copy(const float* plane, float* scratch) const;

  /// An output row of windows, to be written at `to`.
  WindowRow row(const float* scratch, int64_t row, float* to) const;
  size_t n_taps() const { return tap_offsets_.size(); }

 private:
  size_t numel() const { return row_numel_ * rows_ + slack_; }
  void copy_row(const float* from, float* to) const;

  const WindowShape& shape_;
  WindowLoops loops_;
  size_t stride_;
  size_t phase_numel_;  ///< every stride-th column of a row
  size_t row_numel_;
  size_t rows_;
  size_t slack_;
  std::vector<size_t> tap_offsets_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
