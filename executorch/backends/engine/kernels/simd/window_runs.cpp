#include <executorch/backends/engine/kernels/simd/window_runs.h>

namespace executorch::backends::engine::simd {

WindowRuns::WindowRuns(const WindowShape& shape) : shape_(shape) {
  // Columns whose windows lie within the rows are one run at once.
  const Range whole = {
      shape.positions_inside(1, 0).begin,
      shape.positions_inside(1, shape.window.kernel[1] - 1).end};
  for (int64_t column = 0; column < shape.out[1];) {
    const Range taps = shape.taps_inside(1, column);
    const bool is_whole = column >= whole.begin && column < whole.end;
    const int64_t end = is_whole ? whole.end : column + 1;
    if (!columns_.empty() && columns_.back().taps.begin == taps.begin &&
        columns_.back().taps.end == taps.end) {
      columns_.back().end = end;
    } else {
      columns_.push_back({column, end, taps});
    }
    column = end;
  }
}

/// Offsets from the first tap that lies within the plane.
size_t WindowRuns::find_taps(Range rows, Range columns, size_t* offsets,
                             size_t* indices) const {
  const Window& window = shape_.window;
  const int64_t column_step = window.dilation[1] * shape_.in_strides.column;
  size_t n = 0;
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    int64_t offset =
        (i - rows.begin) * window.dilation[0] * shape_.in_strides.row;
    for (int64_t j = columns.begin; j < columns.end; ++j, ++n) {
      offsets[n] = static_cast<size_t>(offset);
      indices[n] = static_cast<size_t>(i * window.kernel[1] + j);
      offset += column_step;
    }
  }
  return n;
}

template <typename T>
void WindowRuns::for_each_run(size_t row, const T* x, T* y, void* scratch,
                              Take<T> take) const {
  const auto sample = static_cast<int64_t>(row) / shape_.out[0];
  const int64_t out_row = static_cast<int64_t>(row) % shape_.out[0];
  x += sample * shape_.in_strides.batch;
  y += sample * shape_.out_strides.batch;
  auto* offsets = static_cast<size_t*>(scratch);
  size_t* indices = offsets + shape_.taps();
  const Range rows = shape_.taps_inside(0, out_row);
  const Window& window = shape_.window;
  for (const auto& [column, end, columns] : columns_) {
    WindowRun<T> run;
    run.n_taps = find_taps(rows, columns, offsets, indices);
    run.taps = offsets;
    run.row_taps = window.dilation[1] == 1 && run.n_taps != 0
                       ? static_cast<size_t>(columns.count())
                       : 0;
    run.tap_step = static_cast<size_t>(shape_.in_strides.column);
    run.from = x;
    if (run.n_taps != 0) {
      run.from += shape_.in_strides.offset(
          shape_.start(0, out_row) + rows.begin * window.dilation[0],
          shape_.start(1, column) + columns.begin * window.dilation[1]);
    }
    run.from_step =
        static_cast<size_t>(window.stride[1] * shape_.in_strides.column);
    run.to = y + shape_.out_strides.offset(out_row, column);
    run.to_step = static_cast<size_t>(shape_.out_strides.column);
    run.places = static_cast<size_t>(end - column);
    run.channels = static_cast<size_t>(shape_.channels);
    take(run, indices, out_row, column);
  }
}

template void WindowRuns::for_each_run(size_t, const float*, float*, void*,
                                       Take<float>) const;
template void WindowRuns::for_each_run(size_t, const uint8_t*, uint8_t*, void*,
                                       Take<uint8_t>) const;

}  // namespace executorch::backends::engine::simd
