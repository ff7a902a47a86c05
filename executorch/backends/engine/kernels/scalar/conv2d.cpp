#include <executorch/backends/engine/kernels/scalar/scalar_kernels.h>
#include <executorch/backends/engine/kernels/util/epilogue.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

namespace executorch::backends::engine::scalar {
namespace {

class Conv2dKernel : public Kernel {
 public:
  Conv2dKernel(const Conv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        outputs_(node.input(1).sizes[0]),
        groups_(op.groups),
        numel_(static_cast<size_t>(node.output().numel())),
        has_bias_(node.has(2)),
        epilogue_(op.epilogue) {}

  Error run(const KernelArgs& args) const override {
    const float* bias = has_bias_ ? args.input<float>(2) : nullptr;
    float* y = args.output<float>(0);
    for (int64_t i = 0; i < shape_.batch * outputs_; ++i) {
      const int64_t output = i % outputs_;
      float* plane = y + shape_.out_strides.plane_offset(i / outputs_, output);
      fill(plane, bias == nullptr ? 0.0f : bias[output]);
      add_channels(args, i / outputs_, output, plane);
    }
    apply(epilogue_, args, y, numel_);
    return Error::Ok;
  }

 private:
  void fill(float* y, float value) const {
    for (int64_t row = 0; row < shape_.out[0]; ++row) {
      for (int64_t column = 0; column < shape_.out[1]; ++column) {
        y[shape_.out_strides.offset(row, column)] = value;
      }
    }
  }

  void add_channels(const KernelArgs& args, int64_t sample, int64_t output,
                    float* y) const {
    const int64_t channels = shape_.channels / groups_;
    const int64_t group = output / (outputs_ / groups_);
    const float* x = args.input<float>(0) +
                     shape_.in_strides.plane_offset(sample, group * channels);
    const float* weight =
        args.input<float>(1) + output * channels * shape_.taps();
    for (int64_t c = 0; c < channels; ++c, x += shape_.in_strides.channel) {
      for (int64_t row = 0; row < shape_.window.kernel[0]; ++row) {
        for (int64_t column = 0; column < shape_.window.kernel[1]; ++column) {
          add_tap(x, *weight++, row, column, y);
        }
      }
    }
  }

  /// Adds what one weight contributes to every position.
  void add_tap(const float* x, float weight, int64_t tap_row,
               int64_t tap_column, float* y) const {
    const Window& window = shape_.window;
    const auto rows = shape_.positions_inside(0, tap_row);
    const auto columns = shape_.positions_inside(1, tap_column);
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const int64_t in_row =
          shape_.start(0, row) + tap_row * window.dilation[0];
      for (int64_t i = columns.begin; i < columns.end; ++i) {
        const int64_t in_column =
            shape_.start(1, i) + tap_column * window.dilation[1];
        y[shape_.out_strides.offset(row, i)] +=
            weight * x[shape_.in_strides.offset(in_row, in_column)];
      }
    }
  }

  WindowShape shape_;
  int64_t outputs_;
  int64_t groups_;
  size_t numel_;
  bool has_bias_;
  Epilogue epilogue_;
};

}  // namespace

KernelResult make(const Conv2d& op, const NodeView& node) {
  return KernelResult(std::make_unique<Conv2dKernel>(op, node));
}

}  // namespace executorch::backends::engine::scalar
