#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

#include <limits>

namespace executorch::backends::engine::scalar {
namespace {

using Range = WindowShape::Range;

/// Calls take(offset in memory, position in the plane) for the taps, in order.
template <typename Take>
void for_each_tap(const WindowShape& shape, int64_t row, int64_t column,
                  const Take& take) {
  const Range rows = shape.taps_inside(0, row);
  const Range columns = shape.taps_inside(1, column);
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    const int64_t y = shape.start(0, row) + i * shape.window.dilation[0];
    for (int64_t j = columns.begin; j < columns.end; ++j) {
      const int64_t x = shape.start(1, column) + j * shape.window.dilation[1];
      take(shape.in_strides.offset(y, x), y * shape.in[1] + x);
    }
  }
}

/// Calls take(offset of the plane in x, row, column, offset in y) for the
/// windows.
template <typename Take>
void for_each_window(const WindowShape& shape, const Take& take) {
  for (int64_t i = 0; i < shape.batch * shape.channels; ++i) {
    const int64_t sample = i / shape.channels;
    const int64_t c = i % shape.channels;
    for (int64_t row = 0; row < shape.out[0]; ++row) {
      for (int64_t column = 0; column < shape.out[1]; ++column) {
        take(shape.in_strides.plane_offset(sample, c), row, column,
             shape.out_strides.plane_offset(sample, c) +
                 shape.out_strides.offset(row, column));
      }
    }
  }
}

template <typename T>
class MaxPoolKernel : public Kernel {
 public:
  MaxPoolKernel(const Pool2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node), has_positions_(node.wants(1)) {}

  Error run(const KernelArgs& args) const override {
    T* y = args.output<T>(0);
    int64_t* positions = has_positions_ ? args.output<int64_t>(1) : nullptr;
    for_each_window(
        shape_, [&](int64_t plane, int64_t row, int64_t column, int64_t to) {
          const int64_t position =
              find(args.input<T>(0) + plane, row, column, y + to);
          if (positions != nullptr) {
            positions[to] = position;
          }
        });
    return Error::Ok;
  }

 private:
  int64_t find(const T* x, int64_t row, int64_t column, T* largest) const {
    using Limits = std::numeric_limits<T>;
    *largest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    int64_t position = -1;
    for_each_tap(shape_, row, column, [&](int64_t at, int64_t tap) {
      // The first tap, a larger one, or NaN.
      if (position < 0 || x[at] > *largest || x[at] != x[at]) {
        *largest = x[at];
        position = tap;
      }
    });
    return std::max<int64_t>(position, 0);
  }

  WindowShape shape_;
  bool has_positions_;
};

class AveragePoolKernel : public Kernel {
 public:
  AveragePoolKernel(const Pool2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node), op_(op) {}

  Error run(const KernelArgs& args) const override {
    for_each_window(shape_, [&](int64_t plane, int64_t row, int64_t column,
                                int64_t to) {
      const float* x = args.input<float>(0) + plane;
      float sum = 0;
      for_each_tap(shape_, row, column,
                   [&](int64_t at, int64_t) { sum += x[at]; });
      args.output<float>(0)[to] =
          sum / static_cast<float>(shape_.average_divisor(op_, row, column));
    });
    return Error::Ok;
  }

 private:
  WindowShape shape_;
  Pool2d op_;
};

template <typename T>
KernelResult make_max(const Pool2d& op, const NodeView& node) {
  return KernelResult(std::make_unique<MaxPoolKernel<T>>(op, node));
}

}  // namespace

KernelResult make(const Pool2d& op, const NodeView& node) {
  if (op.kind == Pool2d::Kind::kAverage) {
    return KernelResult(std::make_unique<AveragePoolKernel>(op, node));
  }
  switch (node.input(0).dtype) {
    case ScalarType::Long:
      return make_max<int64_t>(op, node);
    case ScalarType::Int:
      return make_max<int32_t>(op, node);
    case ScalarType::Short:
      return make_max<int16_t>(op, node);
    case ScalarType::Char:
      return make_max<int8_t>(op, node);
    case ScalarType::Byte:
      return make_max<uint8_t>(op, node);
    default:
      return make_max<float>(op, node);
  }
}

}  // namespace executorch::backends::engine::scalar
