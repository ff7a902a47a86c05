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

template <typename T>
void WindowRows<T>::fill(size_t first, size_t n, const T** table,
                         T* /*lines*/) const {
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
      std::fill_n(table, low - place.column, padding_);
      if (low < high) {
        const T* from =
            x_ + place.sample * shape_.in_strides.batch +
            shape_.in_strides.offset(
                y, shape_.start(1, low) + tap_column * window.dilation[1]);
        const T** to = table + (low - place.column);
        for (int64_t i = 0; i < high - low; ++i) {
          to[i] = from + i * step;
        }
      }
      std::fill_n(table + (high - place.column), last - high, padding_);
      table += count;
      done += count;
      place.next_row(shape_);
    }
  }
}

/// The taps of one row of a window, with the padding for those outside.
template <typename T>
const T* WindowLines<T>::copy_segment(const T* row, int64_t column,
                                      WindowShape::Range taps, T* to) const {
  std::copy_n(padding_, segment_numel_, to);
  for (int64_t tap = taps.begin; tap < taps.end; ++tap) {
    const int64_t x = shape_.start(1, column) + tap * shape_.window.dilation[1];
    std::copy_n(row + x * shape_.in_strides.column, channels_,
                to + tap * static_cast<int64_t>(channels_));
  }
  return to;
}

/// Segments of one row of the windows at columns [first, last) of a line.
template <typename T>
void WindowLines<T>::fill_line(const T* row, int64_t first, int64_t last,
                               const T** table, T* lines) const {
  const Window& window = shape_.window;
  const int64_t step = window.stride[1] * shape_.in_strides.column;
  // Windows that lie within the row.
  const int64_t low = shape_.positions_inside(1, 0).begin;
  const int64_t high = shape_.positions_inside(1, window.kernel[1] - 1).end;
  const T* from = row + shape_.start(1, first) * shape_.in_strides.column;
  for (int64_t column = first; column < last; ++column) {
    const auto i = column - first;
    table[i] =
        is_joined_ && column >= low && column < high &&
                is_readable(from + i * step)
            ? from + i * step
            : copy_segment(row, column, shape_.taps_inside(1, column),
                           lines + static_cast<size_t>(i) * line_numel());
  }
}

/// Whether what rounds a segment up is within x too.
template <typename T>
bool WindowLines<T>::is_readable(const T* segment) const {
  const T* end = x_ + shape_.batch * shape_.in_strides.batch;
  return segment_numel_ <= static_cast<size_t>(end - segment);
}

template <typename T>
void WindowLines<T>::fill(size_t first, size_t n, const T** table,
                          T* lines) const {
  const Window& window = shape_.window;
  Place place(shape_, first);
  const auto end = static_cast<int64_t>(n);
  for (int64_t done = 0; done < end; place.next_row(shape_)) {
    const int64_t last = std::min(place.column + end - done, shape_.out[1]);
    for (int64_t tap = 0; tap < window.kernel[0]; ++tap) {
      const int64_t y = shape_.start(0, place.row) + tap * window.dilation[0];
      const T** segments = table + tap * end + done;
      if (y < 0 || y >= shape_.in[0]) {
        std::fill_n(segments, last - place.column, padding_);
        continue;
      }
      fill_line(x_ + place.sample * shape_.in_strides.batch +
                    y * shape_.in_strides.row,
                place.column, last, segments,
                lines + static_cast<size_t>(done) * line_numel() +
                    static_cast<size_t>(tap) * segment_numel_);
    }
    done += last - place.column;
    place.column = 0;
  }
}

template class WindowRows<float>;
template class WindowRows<uint8_t>;
template class WindowLines<float>;
template class WindowLines<uint8_t>;

}  // namespace executorch::backends::engine::simd
