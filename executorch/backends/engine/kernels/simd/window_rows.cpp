#include <executorch/backends/engine/kernels/simd/window_rows.h>

#include <algorithm>
#include <cstring>

namespace executorch::backends::engine::simd {
namespace {

/// A row of the matrix as a place.
struct Place {
  int64_t sample;
  int64_t row;
  int64_t column;

  Place(const WindowShape& shape, size_t index) {
    const auto at = static_cast<int64_t>(index);
    column = at % shape.out[1];
    row = at / shape.out[1] % shape.out[0];
    sample = at / shape.out[1] / shape.out[0];
  }
};

}  // namespace

void WindowRows::fill(size_t first, size_t n, const float** table,
                      float* /*lines*/) const {
  const Window& window = shape_.window;
  const int64_t step = window.stride[1] * shape_.in_strides.column;
  const auto end = static_cast<int64_t>(n);
  for (int64_t tap = 0; tap < shape_.taps(); ++tap) {
    const int64_t tap_row = tap / window.kernel[1];
    const int64_t tap_column = tap % window.kernel[1];
    const auto inside = shape_.positions_inside(1, tap_column);
    Place place(shape_, first);
    for (int64_t done = 0; done < end; place.column = 0) {
      const int64_t count =
          std::min(end - done, shape_.out[1] - place.column);
      const int64_t y =
          shape_.start(0, place.row) + tap_row * window.dilation[0];
      const bool has_row = y >= 0 && y < shape_.in[0];
      const int64_t last = place.column + count;
      const int64_t low =
          has_row ? std::clamp(inside.begin, place.column, last) : last;
      const int64_t high = has_row ? std::clamp(inside.end, low, last) : last;
      std::fill_n(table, low - place.column, zeros_);
      if (low < high) {
        const float* from =
            x_ + place.sample * shape_.in_strides.batch +
            shape_.in_strides.offset(y, shape_.start(1, low) +
                                            tap_column * window.dilation[1]);
        const float** to = table + (low - place.column);
        for (int64_t i = 0; i < high - low; ++i) {
          to[i] = from + i * step;
        }
      }
      std::fill_n(table + (high - place.column), last - high, zeros_);
      table += count;
      done += count;
      if (++place.row == shape_.out[0]) {
        place.row = 0;
        ++place.sample;
      }
    }
  }
}

void WindowLines::copy_window(int64_t sample, int64_t row, int64_t column,
                              float* line) const {
  const Window& window = shape_.window;
  const auto rows = shape_.taps_inside(0, row);
  const auto columns = shape_.taps_inside(1, column);
  const auto tap_numel = static_cast<int64_t>(channels_);
  std::fill_n(line, line_numel(), 0.0f);
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    for (int64_t j = columns.begin; j < columns.end; ++j) {
      const float* from =
          x_ + sample * shape_.in_strides.batch +
          shape_.in_strides.offset(
              shape_.start(0, row) + i * window.dilation[0],
              shape_.start(1, column) + j * window.dilation[1]);
      std::copy_n(from, channels_,
                  line + (i * window.kernel[1] + j) * tap_numel);
    }
  }
}

void WindowLines::fill(size_t first, size_t n, const float** table,
                       float* lines) const {
  for (size_t i = 0; i < n; ++i, lines += line_numel()) {
    const Place place(shape_, first + i);
    copy_window(place.sample, place.row, place.column, lines);
    table[i] = lines;
  }
}

}  // namespace executorch::backends::engine::simd
