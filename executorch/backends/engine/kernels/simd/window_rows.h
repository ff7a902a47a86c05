#pragma once

#include <executorch/backends/engine/kernels/simd/row_source.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What a convolution over [N, H, W, C] multiplies its weights by, as rows of a
/// matrix: row (sample, output row, output column), a segment of channels for
/// each tap. Nothing is copied. Of float and uint8_t.
template <typename T>
class WindowRows : public RowSource<T> {
 public:
  /// `x` is the first channel of the group; `padding` stands for the taps
  /// outside, as many elements as a group has channels.
  WindowRows(const WindowShape& shape, const T* x, const T* padding)
      : shape_(shape), x_(x), padding_(padding) {}

  void fill(size_t first, size_t n, const T** table, T* lines) const override;
  const T* padding() const override { return padding_; }

 private:
  const WindowShape& shape_;
  const T* x_;
  const T* padding_;
};

/// The same for few channels: a segment for each row of the window. It is where
/// it lies, unless padding, groups or dilation divide it; then it is copied.
template <typename T>
class WindowLines : public RowSource<T> {
 public:
  /// A segment has as many elements as the window is wide, times the channels,
  /// rounded up to whole `unit`s: those behind are any that can be read.
  /// `padding` are as many elements as a segment has.
  WindowLines(const WindowShape& shape, size_t channels, size_t unit,
              const T* x, const T* padding)
      : shape_(shape),
        channels_(channels),
        segment_numel_(numel_of_segment(shape, channels, unit)),
        x_(x),
        padding_(padding),
        is_joined_(static_cast<int64_t>(channels) == shape.channels &&
                   shape.window.dilation[1] == 1) {}

  static size_t numel_of_segment(const WindowShape& shape, size_t channels,
                                 size_t unit) {
    const auto numel = channels * static_cast<size_t>(shape.window.kernel[1]);
    return (numel + unit - 1) / unit * unit;
  }

  void fill(size_t first, size_t n, const T** table, T* lines) const override;
  size_t line_numel() const override {
    return segment_numel_ * static_cast<size_t>(shape_.window.kernel[0]);
  }

 private:
  void fill_line(const T* row, int64_t first, int64_t last, const T** table,
                 T* lines) const;
  bool is_readable(const T* segment) const;
  const T* copy_segment(const T* row, int64_t column, WindowShape::Range taps,
                        T* to) const;

  const WindowShape& shape_;
  size_t channels_;
  size_t segment_numel_;
  const T* x_;
  const T* padding_;
  bool is_joined_;  ///< taps of a row follow one another
};

extern template class WindowRows<float>;
extern template class WindowRows<uint8_t>;
extern template class WindowLines<float>;
extern template class WindowLines<uint8_t>;

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
