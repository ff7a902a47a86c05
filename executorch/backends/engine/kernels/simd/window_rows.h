#pragma once

#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What a convolution over [N, H, W, C] multiplies its weights by, as rows of a
/// matrix: row (sample, output row, output column), a segment of channels for
/// each tap. Nothing is copied.
class WindowRows : public RowSource {
 public:
  /// `x` is the first channel of the group; `zeros` stands for the padding, as
  /// many floats as a group has channels.
  WindowRows(const WindowShape& shape, const float* x, const float* zeros)
      : shape_(shape), x_(x), zeros_(zeros) {}

  void fill(size_t first, size_t n, const float** table,
            float* lines) const override;
  const float* zeros() const override { return zeros_; }

 private:
  const WindowShape& shape_;
  const float* x_;
  const float* zeros_;
};

/// The same for few channels: a segment for each row of the window. It is where
/// it lies, unless padding, groups or dilation divide it; then it is copied.
class WindowLines : public RowSource {
 public:
  /// `zeros` are as many floats as a segment has.
  WindowLines(const WindowShape& shape, size_t channels, const float* x,
              const float* zeros)
      : shape_(shape),
        channels_(channels),
        x_(x),
        zeros_(zeros),
        is_joined_(static_cast<int64_t>(channels) == shape.channels &&
                   shape.window.dilation[1] == 1) {}

  void fill(size_t first, size_t n, const float** table,
            float* lines) const override;
  size_t line_numel() const override {
    return channels_ * static_cast<size_t>(shape_.taps());
  }

 private:
  size_t segment_numel() const {
    return channels_ * static_cast<size_t>(shape_.window.kernel[1]);
  }
  void fill_line(const float* row, int64_t first, int64_t last,
                 const float** table, float* lines) const;
  const float* copy_segment(const float* row, int64_t column,
                            WindowShape::Range taps, float* to) const;

  const WindowShape& shape_;
  size_t channels_;
  const float* x_;
  const float* zeros_;
  bool is_joined_;  ///< taps of a row follow one another
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
