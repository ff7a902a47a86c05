#include <executorch/backends/engine/kernels/simd/padded_plane.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias };

/// Larger windows, and larger paddings, are left to other kernels.
constexpr int64_t kMaxTaps = 64;

/// Each input channel is the only one of some output channels.
class DepthwiseKernel : public Kernel {
 public:
  DepthwiseKernel(const Conv2d& op, const NodeView& node)
      : shape_(op.window, node),
        outputs_(static_cast<size_t>(node.output().sizes[1])),
        multiplier_(outputs_ / static_cast<size_t>(shape_.channels)),
        loops_(window_loops()),
        plane_(shape_, loops_),
        has_bias_(node.has(kBias)) {}

  Error run(const KernelArgs& args) const override {
    auto* scratch = static_cast<float*>(args.scratch);
    const float* x = args.input<float>(kX);
    float* y = args.output<float>(0);
    plane_.fill(0, scratch);
    const auto channels = static_cast<size_t>(shape_.channels);
    for (size_t i = 0; i < static_cast<size_t>(shape_.batch) * channels; ++i) {
      plane_.copy(x, scratch);
      x += shape_.in_plane();
      for (size_t j = 0; j < multiplier_; ++j) {
        run_one(args, scratch, i % channels * multiplier_ + j, y);
        y += shape_.out_plane();
      }
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override { return plane_.nbytes(); }

 private:
  void run_one(const KernelArgs& args, const float* scratch, size_t output,
               float* y) const {
    const float* weights =
        args.input<float>(kWeight) + output * plane_.n_taps();
    const float bias = has_bias_ ? args.input<float>(kBias)[output] : 0;
    for (int64_t row = 0; row < shape_.out[0]; ++row, y += shape_.out[1]) {
      loops_.weighted_sum(plane_.row(scratch, row, y), weights, bias);
    }
  }

  WindowShape shape_;
  size_t outputs_;
  size_t multiplier_;
  WindowLoops loops_;
  PaddedPlane plane_;
  bool has_bias_;
};

}  // namespace

KernelResult make_depthwise(const Conv2d& op, const NodeView& node) {
  if (op.groups != node.input(0).sizes[1] || node.input(0).numel() == 0 ||
      node.input(1).numel() == 0 || !is_small(op.window, kMaxTaps)) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<DepthwiseKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
