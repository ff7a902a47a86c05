#include <executorch/backends/engine/kernels/simd/padded_plane.h>

#include <algorithm>
#include <cstring>

namespace executorch::backends::engine::simd {
namespace {

/// Elements that the windows of one dimension span.
size_t extent(const WindowShape& shape, size_t axis) {
  const Window& window = shape.window;
  return static_cast<size_t>((shape.out[axis] - 1) * window.stride[axis] +
                             (window.kernel[axis] - 1) * window.dilation[axis] +
                             1);
}

}  // namespace

bool is_small(const Window& window, int64_t max_taps) {
  constexpr int64_t kLimit = 64;
  for (size_t i = 0; i < 2; ++i) {
    if (window.kernel[i] > max_taps || window.stride[i] > kLimit ||
        window.dilation[i] > kLimit || window.pad_before[i] > kLimit ||
        window.pad_after[i] > kLimit) {
      return false;
    }
  }
  return window.kernel[0] * window.kernel[1] <= max_taps;
}

PaddedPlane::PaddedPlane(const WindowShape& shape, const WindowLoops& loops)
    : shape_(shape),
      loops_(loops),
      stride_(static_cast<size_t>(shape.window.stride[1])),
      rows_(extent(shape, 0)),
      slack_(loops.slack) {
  const size_t columns =
      std::max(extent(shape, 1),
               static_cast<size_t>(shape.window.pad_before[1] + shape.in[1]));
  phase_numel_ = (columns + stride_ - 1) / stride_;
  row_numel_ = phase_numel_ * stride_;
  for (int64_t row = 0; row < shape.window.kernel[0]; ++row) {
    for (int64_t column = 0; column < shape.window.kernel[1]; ++column) {
      const auto y = static_cast<size_t>(row * shape.window.dilation[0]);
      const auto x = static_cast<size_t>(column * shape.window.dilation[1]);
      tap_offsets_.push_back(y * row_numel_ + x % stride_ * phase_numel_ +
                             x / stride_);
    }
  }
}

void PaddedPlane::fill(float padding, float* scratch) const {
  std::fill_n(scratch, numel(), padding);
}

void PaddedPlane::copy_row(const float* from, float* to) const {
  const auto columns = static_cast<size_t>(shape_.in[1]);
  const auto pad = static_cast<size_t>(shape_.window.pad_before[1]);
  if (stride_ == 1) {
    std::memcpy(to + pad, from, columns * sizeof(float));
    return;
  }
  size_t i = 0;
  if (stride_ == 2) {
    // The first column that begins a pair.
    for (; i < columns && (i + pad) % 2 != 0; ++i) {
      to[phase_numel_ + (i + pad) / 2] = from[i];
    }
    const size_t pairs = (columns - i) / 2;
    float* even = to + (i + pad) / 2;
    loops_.split_pairs(from + i, even, even + phase_numel_, pairs);
    i += 2 * pairs;
  }
  for (; i < columns; ++i) {
    const size_t at = i + pad;
    to[at % stride_ * phase_numel_ + at / stride_] = from[i];
  }
}

void PaddedPlane::copy(const float* plane, float* scratch) const {
  const auto pad = static_cast<size_t>(shape_.window.pad_before[0]);
  const auto in_rows = static_cast<size_t>(shape_.in[0]);
  for (size_t row = 0; row < in_rows && row + pad < rows_; ++row) {
    copy_row(plane + row * static_cast<size_t>(shape_.in[1]),
             scratch + (row + pad) * row_numel_);
  }
}

WindowRow PaddedPlane::row(const float* scratch, int64_t row, float* to) const {
  const auto first = static_cast<size_t>(row * shape_.window.stride[0]);
  return {scratch + first * row_numel_, tap_offsets_.data(),
          tap_offsets_.size(), to, static_cast<size_t>(shape_.out[1])};
}

}  // namespace executorch::backends::engine::simd
