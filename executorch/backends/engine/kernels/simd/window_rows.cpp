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

  void next_row(const WindowShape& shape) {
    if (++row == shape.out[0]) {
      row = 0;
      ++sample;
    }
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
      const int64_t count = std::min(end - done, shape_.out[1] - place.column);
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
            shape_.in_strides.offset(
                y, shape_.start(1, low) + tap_column * window.dilation[1]);
        const float** to = table + (low - place.column);
        for (int64_t i = 0; i < high - low; ++i) {
          to[i] = from + i * step;
        }
      }
      std::fill_n(table + (high - place.column), last - high, zeros_);
      table += count;
      done += count;
      place.next_row(shape_);
    }
  }
}

/// The taps of one row of a window, with zeros for those in the padding.
const float* WindowLines::copy_segment(const float* row, int64_t column,
                                       WindowShape::Range taps,
                                       float* to) const {
  std::fill_n(to, segment_numel(), 0.0f);
  for (int64_t tap = taps.begin; tap < taps.end; ++tap) {
    const int64_t x = shape_.start(1, column) + tap * shape_.window.dilation[1];
    std::copy_n(row + x * shape_.in_strides.column, channels_,
                to + tap * static_cast<int64_t>(channels_));
  }
  return to;
}

/// Segments of one row of the windows at columns [first, last) of a line.
void WindowLines::fill_line(const float* row, int64_t first, int64_t last,
                            const float** table, float* lines) const {
  const Window& window = shape_.window;
  const int64_t step = window.stride[1] * shape_.in_strides.column;
  // Windows that lie within the row.
  const int64_t low = shape_.positions_inside(1, 0).begin;
  const int64_t high = shape_.positions_inside(1, window.kernel[1] - 1).end;
  const float* from = row + shape_.start(1, first) * shape_.in_strides.column;
  for (int64_t column = first; column < last; ++column) {
    const auto i = column - first;
    table[i] =
        is_joined_ && column >= low && column < high
            ? from + i * step
            : copy_segment(row, column, shape_.taps_inside(1, column),
                           lines + static_cast<size_t>(i) * line_numel());
  }
}

void WindowLines::fill(size_t first, size_t n, const float** table,
                       float* lines) const {
  const Window& window = shape_.window;
  Place place(shape_, first);
  const auto end = static_cast<int64_t>(n);
  for (int64_t done = 0; done < end; place.next_row(shape_)) {
    const int64_t last = std::min(place.column + end - done, shape_.out[1]);
    for (int64_t tap = 0; tap < window.kernel[0]; ++tap) {
      const int64_t y = shape_.start(0, place.row) + tap * window.dilation[0];
      const float** segments = table + tap * end + done;
      if (y < 0 || y >= shape_.in[0]) {
        std::fill_n(segments, last - place.column, zeros_);
        continue;
      }
      fill_line(x_ + place.sample * shape_.in_strides.batch +
                    y * shape_.in_strides.row,
                place.column, last, segments,
                lines + static_cast<size_t>(done) * line_numel() +
                    static_cast<size_t>(tap) * segment_numel());
    }
    done += last - place.column;
    place.column = 0;
  }
}

}  // namespace executorch::backends::engine::simd
