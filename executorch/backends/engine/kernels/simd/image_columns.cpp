#include <executorch/backends/engine/kernels/simd/image_columns.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

void zero(float* to, size_t stride, size_t rows, int64_t columns) {
  for (size_t i = 0; columns > 0 && i < rows; ++i, to += stride) {
    std::fill_n(to, columns, 0.0f);
  }
}

}  // namespace

void ImageColumns::pack(const GemmLoops& loops, size_t k, size_t depth,
                        size_t column, size_t columns, size_t width,
                        float* to) const {
  const auto taps = static_cast<size_t>(shape_.taps());
  const auto plane = static_cast<size_t>(shape_.in_plane());
  for (size_t tap = 0; tap < taps; ++tap) {
    // The first row of this tap, and how many there are.
    const size_t first = (tap + taps - k % taps) % taps;
    if (first >= depth) {
      continue;
    }
    const auto tap_index = static_cast<int64_t>(tap);
    pack_tap(
        {loops, x_ + (k + first) / taps * plane, (depth - first - 1) / taps + 1,
         tap_index / shape_.window.kernel[1],
         tap_index % shape_.window.kernel[1], to + first * width, taps * width},
        static_cast<int64_t>(column), static_cast<int64_t>(columns));
  }
}

void ImageColumns::pack_tap(TapRows rows, int64_t column,
                            int64_t columns) const {
  int64_t line = column / shape_.out[1];
  int64_t at = column % shape_.out[1];
  while (columns > 0) {
    const int64_t n = std::min(columns, shape_.out[1] - at);
    pack_line(rows, line, at, n);
    rows.to += n;
    columns -= n;
    at = 0;
    ++line;
  }
}

/// Positions of one output line.
void ImageColumns::pack_line(const TapRows& rows, int64_t line, int64_t column,
                             int64_t columns) const {
  const Window& window = shape_.window;
  const int64_t y = shape_.start(0, line) + rows.tap_row * window.dilation[0];
  if (y < 0 || y >= shape_.in[0]) {
    zero(rows.to, rows.stride, rows.channels, columns);
    return;
  }
  const auto inside = shape_.positions_inside(1, rows.tap_column);
  const int64_t end = column + columns;
  const int64_t first = std::clamp(inside.begin, column, end);
  const int64_t last = std::clamp(inside.end, first, end);
  zero(rows.to, rows.stride, rows.channels, first - column);
  zero(rows.to + (last - column), rows.stride, rows.channels, end - last);
  if (first < last) {
    const int64_t x =
        shape_.start(1, first) + rows.tap_column * window.dilation[1];
    rows.loops.copy({rows.plane + y * shape_.in[1] + x,
                     static_cast<size_t>(shape_.in_plane()),
                     static_cast<size_t>(window.stride[1]),
                     rows.to + (first - column), rows.stride, rows.channels,
                     static_cast<size_t>(last - first)});
  }
}

}  // namespace executorch::backends::engine::simd
