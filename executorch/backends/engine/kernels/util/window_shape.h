#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <algorithm>

namespace executorch {
namespace backends {
namespace engine {

/// Windows that are larger are left to the scalar kernels.
inline bool has_countable_taps(const Window& window) {
  constexpr int64_t kMaxKernel = 4096;
  return window.kernel[0] <= kMaxKernel && window.kernel[1] <= kMaxKernel;
}

/// Rows with more places are left to the scalar kernels: their runs of windows
/// are found when the graph is compiled.
inline bool has_countable_places(Layout layout, const TensorType& output) {
  constexpr int64_t kMaxColumns = 1 << 20;
  return output.sizes[PlaneAxes(layout).plane + 1] <= kMaxColumns;
}

/// Strides of planes, in elements.
struct PlaneStrides {
  int64_t batch;
  int64_t channel;
  int64_t row;
  int64_t column;

  PlaneStrides(Layout layout, const std::vector<int64_t>& sizes)
      : batch(sizes[1] * sizes[2] * sizes[3]),
        channel(layout == Layout::kNchw ? sizes[2] * sizes[3] : 1),
        row(layout == Layout::kNchw ? sizes[3] : sizes[2] * sizes[3]),
        column(layout == Layout::kNchw ? 1 : sizes[3]) {}

  int64_t plane_offset(int64_t sample, int64_t c) const {
    return sample * batch + c * channel;
  }
  int64_t offset(int64_t y, int64_t x) const { return y * row + x * column; }
};

/// Sizes of a node with windows over planes.
struct WindowShape {
  Window window;
  int64_t batch = 0;
  int64_t channels = 0;  ///< of x
  std::array<int64_t, 2> in{};
  std::array<int64_t, 2> out{};
  PlaneStrides in_strides;
  PlaneStrides out_strides;

  WindowShape(const Window& window, Layout layout, const NodeView& node)
      : window(window),
        batch(node.input(0).sizes[0]),
        in_strides(layout, node.input(0).sizes),
        out_strides(layout, node.output().sizes) {
    const PlaneAxes axes(layout);
    channels = node.input(0).sizes[axes.channel];
    for (size_t i = 0; i < 2; ++i) {
      in[i] = node.input(0).sizes[axes.plane + i];
      out[i] = node.output().sizes[axes.plane + i];
    }
  }

  int64_t taps() const { return window.kernel[0] * window.kernel[1]; }

  /// Where the window at `position` starts; negative in the padding.
  int64_t start(size_t axis, int64_t position) const {
    return position * window.stride[axis] - window.pad_before[axis];
  }

  struct Range {
    int64_t begin;
    int64_t end;
    int64_t count() const { return std::max<int64_t>(end - begin, 0); }
  };

  /// The taps of the window at `position` that lie in [0, limit).
  Range taps_within(size_t axis, int64_t position, int64_t low,
                    int64_t limit) const {
    const int64_t first = start(axis, position);
    const int64_t dilation = window.dilation[axis];
    const auto taps_below = [&](int64_t bound) {
      const int64_t room = bound - first;
      return room <= 0 ? 0 : (room + dilation - 1) / dilation;
    };
    return {std::min(taps_below(low), window.kernel[axis]),
            std::min(taps_below(limit), window.kernel[axis])};
  }

  /// The taps within the input.
  Range taps_inside(size_t axis, int64_t position) const {
    return taps_within(axis, position, 0, in[axis]);
  }

  /// The input rows that output rows take.
  RowRange rows_read(RowRange rows) const {
    const int64_t reach = window.dilation[0] * (window.kernel[0] - 1) + 1;
    const int64_t begin = std::clamp<int64_t>(start(0, rows.begin), 0, in[0]);
    const int64_t end =
        std::clamp<int64_t>(start(0, rows.end - 1) + reach, begin, in[0]);
    return {begin, end};
  }

  /// What the sum of an average's window is divided by; 1 where it has no
  /// element, so that the average is 0.
  int64_t average_divisor(const Pool2d& op, int64_t row, int64_t column) const {
    if (op.divisor_override != 0) {
      return op.divisor_override;
    }
    int64_t count = 1;
    for (size_t axis = 0; axis < 2; ++axis) {
      const int64_t position = axis == 0 ? row : column;
      const Range taps =
          op.count_include_pad
              ? taps_within(axis, position, -window.pad_before[axis],
                            in[axis] + window.pad_after[axis])
              : taps_inside(axis, position);
      count *= taps.count();
    }
    return std::max<int64_t>(count, 1);
  }

  /// The positions at which tap `tap` lies within the input.
  Range positions_inside(size_t axis, int64_t tap) const {
    const int64_t shift = tap * window.dilation[axis] - window.pad_before[axis];
    const int64_t stride = window.stride[axis];
    const auto positions_below = [&](int64_t bound) {
      const int64_t room = bound - shift;
      return room <= 0 ? 0 : (room + stride - 1) / stride;
    };
    return {std::min(positions_below(0), out[axis]),
            std::min(positions_below(in[axis]), out[axis])};
  }
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
