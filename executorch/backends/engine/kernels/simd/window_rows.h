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

 private:
  const WindowShape& shape_;
  const float* x_;
  const float* zeros_;
};

/// The same as one segment a row, copied: for few channels.
class WindowLines : public RowSource {
 public:
  WindowLines(const WindowShape& shape, size_t channels, const float* x)
      : shape_(shape), channels_(channels), x_(x) {}

  void fill(size_t first, size_t n, const float** table,
            float* lines) const override;
  size_t line_numel() const override {
    return channels_ * static_cast<size_t>(shape_.taps());
  }

 private:
  void copy_window(int64_t sample, int64_t row, int64_t column,
                   float* line) const;

  const WindowShape& shape_;
  size_t channels_;
  const float* x_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
