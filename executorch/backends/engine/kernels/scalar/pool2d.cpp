#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

#include <limits>

namespace executorch::backends::engine::scalar {
namespace {

using Range = WindowShape::Range;

/// Calls take(offset in the plane) for the taps, in order.
template <typename Take>
void for_each_tap(const WindowShape& shape, int64_t row, int64_t column,
                  const Take& take) {
  const Range rows = shape.taps_inside(0, row);
  const Range columns = shape.taps_inside(1, column);
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    const int64_t y = shape.start(0, row) + i * shape.window.dilation[0];
    for (int64_t j = columns.begin; j < columns.end; ++j) {
      take(y * shape.in[1] + shape.start(1, column) +
           j * shape.window.dilation[1]);
    }
  }
}

template <typename T>
class MaxPoolKernel : public Kernel {
 public:
  MaxPoolKernel(const Pool2d& op, const NodeView& node)
      : shape_(op.window, node), has_positions_(node.wants(1)) {}

  Error run(const KernelArgs& args) const override {
    const T* x = args.input<T>(0);
    T* y = args.output<T>(0);
    int64_t* positions = has_positions_ ? args.output<int64_t>(1) : nullptr;
    for (int64_t i = 0; i < shape_.batch * shape_.channels; ++i) {
      for (int64_t row = 0; row < shape_.out[0]; ++row) {
        for (int64_t column = 0; column < shape_.out[1]; ++column) {
          const int64_t position = find(x, row, column, y++);
          if (positions != nullptr) {
            *positions++ = position;
          }
        }
      }
      x += shape_.in_plane();
    }
    return Error::Ok;
  }

 private:
  int64_t find(const T* x, int64_t row, int64_t column, T* largest) const {
    using Limits = std::numeric_limits<T>;
    *largest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    int64_t position = -1;
    for_each_tap(shape_, row, column, [&](int64_t at) {
      // The first tap, a larger one, or NaN.
      if (position < 0 || x[at] > *largest || x[at] != x[at]) {
        *largest = x[at];
        position = at;
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
      : shape_(op.window, node), op_(op) {}

  Error run(const KernelArgs& args) const override {
    const float* x = args.input<float>(0);
    float* y = args.output<float>(0);
    for (int64_t i = 0; i < shape_.batch * shape_.channels; ++i) {
      for (int64_t row = 0; row < shape_.out[0]; ++row) {
        for (int64_t column = 0; column < shape_.out[1]; ++column) {
          float sum = 0;
          for_each_tap(shape_, row, column, [&](int64_t at) { sum += x[at]; });
          *y++ = sum /
                 static_cast<float>(shape_.average_divisor(op_, row, column));
        }
      }
      x += shape_.in_plane();
    }
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
