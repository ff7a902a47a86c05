#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/requantize.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch::backends::engine::scalar {
namespace {

enum Operand : size_t { kX, kWeight, kScale, kBias };

class QuantizedConv2dKernel : public Kernel {
 public:
  QuantizedConv2dKernel(const QuantizedConv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        outputs_(node.input(kWeight).sizes[0]),
        groups_(op.groups),
        has_bias_(node.has(kBias)),
        x_zero_point_(op.x_zero_point),
        requantize_(op) {}

  Error run(const KernelArgs& args) const override {
    for (int64_t i = 0; i < shape_.batch * outputs_; ++i) {
      run_plane(args, i / outputs_, i % outputs_);
    }
    return Error::Ok;
  }

 private:
  void run_plane(const KernelArgs& args, int64_t sample, int64_t output) const {
    const int64_t channels = shape_.channels / groups_;
    const int64_t group = output / (outputs_ / groups_);
    const uint8_t* x = args.input<uint8_t>(kX) +
                       shape_.in_strides.plane_offset(sample, group * channels);
    const int8_t* weight =
        args.input<int8_t>(kWeight) + output * channels * shape_.taps();
    const float scale = args.input<float>(kScale)[output];
    const int32_t bias = has_bias_ ? args.input<int32_t>(kBias)[output] : 0;
    uint8_t* y = args.output<uint8_t>(0) +
                 shape_.out_strides.plane_offset(sample, output);
    for (int64_t row = 0; row < shape_.out[0]; ++row) {
      for (int64_t column = 0; column < shape_.out[1]; ++column) {
        const int32_t sum =
            wrapping_add(bias, window_sum(x, weight, row, column));
        y[shape_.out_strides.offset(row, column)] = requantize_(sum, scale);
      }
    }
  }

  /// Taps in the padding add nothing.
  int32_t window_sum(const uint8_t* x, const int8_t* weight, int64_t row,
                     int64_t column) const {
    const Window& window = shape_.window;
    const auto rows = shape_.taps_inside(0, row);
    const auto columns = shape_.taps_inside(1, column);
    const int64_t channels = shape_.channels / groups_;
    int32_t sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t i = rows.begin; i < rows.end; ++i) {
        const int64_t y = shape_.start(0, row) + i * window.dilation[0];
        for (int64_t j = columns.begin; j < columns.end; ++j) {
          const int64_t at = shape_.start(1, column) + j * window.dilation[1];
          const int32_t number = x[c * shape_.in_strides.channel +
                                   shape_.in_strides.offset(y, at)];
          sum = wrapping_add(
              sum, (number - x_zero_point_) *
                       weight[(i * window.kernel[1] + j) * channels + c]);
        }
      }
    }
    return sum;
  }

  WindowShape shape_;
  int64_t outputs_;
  int64_t groups_;
  bool has_bias_;
  int32_t x_zero_point_;
  Requantization requantize_;
};

}  // namespace

KernelResult make(const QuantizedConv2d& op, const NodeView& node) {
  return KernelResult(std::make_unique<QuantizedConv2dKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
