#include <executorch/backends/engine/kernels/simd/image_columns.h>

#include <algorithm>

namespace executorch::backends::engine::simd {

void ImageColumns::pack(size_t k, size_t depth, size_t column, size_t columns,
                        size_t width, float* to) const {
  const int64_t taps = shape_.taps();
  auto row = static_cast<int64_t>(k);
  const float* plane = x_ + row / taps * shape_.in_plane();
  int64_t tap = row % taps;
  for (; depth != 0; --depth, to += width) {
    pack_row(plane, tap / shape_.window.kernel[1],
             tap % shape_.window.kernel[1], static_cast<int64_t>(column),
             static_cast<int64_t>(columns), to);
    std::fill(to + columns, to + width, 0.0f);
    if (++tap == taps) {
      tap = 0;
      plane += shape_.in_plane();
    }
  }
}

/// Elements that one tap meets, for positions from `column` on.
void ImageColumns::pack_row(const float* plane, int64_t tap_row,
                            int64_t tap_column, int64_t column, int64_t columns,
                            float* to) const {
  int64_t row = column / shape_.out[1];
  int64_t at = column % shape_.out[1];
  while (columns > 0) {
    const int64_t n = std::min(columns, shape_.out[1] - at);
    pack_part(plane, tap_row, tap_column, row, at, n, to);
    to += n;
    columns -= n;
    at = 0;
    ++row;
  }
}

/// The part within one output row.
void ImageColumns::pack_part(const float* plane, int64_t tap_row,
                             int64_t tap_column, int64_t row, int64_t column,
                             int64_t columns, float* to) const {
  const Window& window = shape_.window;
  const int64_t y = shape_.start(0, row) + tap_row * window.dilation[0];
  if (y < 0 || y >= shape_.in[0]) {
    std::fill(to, to + columns, 0.0f);
    return;
  }
  const auto inside = shape_.positions_inside(1, tap_column);
  const int64_t end = column + columns;
  const int64_t first = std::clamp(inside.begin, column, end);
  const int64_t last = std::clamp(inside.end, first, end);
  const int64_t stride = window.stride[1];
  const float* from = plane + y * shape_.in[1] +
                      tap_column * window.dilation[1] - window.pad_before[1];
  to = std::fill_n(to, first - column, 0.0f);
  if (stride == 1) {
    to = std::copy(from + first, from + last, to);
  } else {
    for (int64_t i = first; i < last; ++i) {
      *to++ = from[i * stride];
    }
  }
  std::fill_n(to, end - last, 0.0f);
}

}  // namespace executorch::backends::engine::simd
