#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <algorithm>

namespace executorch {
namespace backends {
namespace engine {

/// Sizes of a node with windows over planes.
struct WindowShape {
  Window window;
  int64_t batch = 0;
  int64_t channels = 0;  ///< of x
  std::array<int64_t, 2> in{};
  std::array<int64_t, 2> out{};

  WindowShape(const Window& window, const NodeView& node)
      : window(window),
        batch(node.input(0).sizes[0]),
        channels(node.input(0).sizes[1]),
        in{node.input(0).sizes[2], node.input(0).sizes[3]},
        out{node.output().sizes[2], node.output().sizes[3]} {}

  int64_t in_plane() const { return in[0] * in[1]; }
  int64_t out_plane() const { return out[0] * out[1]; }
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
