#include <executorch/backends/engine/kernels/simd/padded_plane.h>
#include <executorch/backends/engine/kernels/simd/pointwise_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>

namespace executorch::backends::engine::simd {
namespace {

constexpr int64_t kMaxTaps = 64;
/// Larger planes have a row of divisors for each of their rows elsewhere.
constexpr int64_t kMaxPositions = 1 << 20;

/// Sums of taps, over what each window counts.
class AveragePoolKernel : public Kernel {
 public:
  AveragePoolKernel(const Pool2d& op, const NodeView& node)
      : shape_(op.window, node),
        loops_(window_loops()),
        divide_(binary_function(Binary::Kind::kDiv)),
        plane_(shape_, loops_),
        ones_(plane_.n_taps(), 1.0f) {
    for (int64_t row = 0; row < shape_.out[0]; ++row) {
      for (int64_t column = 0; column < shape_.out[1]; ++column) {
        divisors_.push_back(
            static_cast<float>(shape_.average_divisor(op, row, column)));
      }
    }
  }

  Error run(const KernelArgs& args) const override {
    auto* scratch = static_cast<float*>(args.scratch);
    const float* x = args.input<float>(0);
    float* y = args.output<float>(0);
    plane_.fill(0, scratch);
    for (int64_t i = 0; i < shape_.batch * shape_.channels; ++i) {
      plane_.copy(x, scratch);
      x += shape_.in_plane();
      for (int64_t row = 0; row < shape_.out[0]; ++row) {
        loops_.weighted_sum(plane_.row(scratch, row, y + row * shape_.out[1]),
                            ones_.data(), 0);
      }
      const float* operands[] = {y, divisors_.data()};
      divide_(operands, y, divisors_.size(), {});
      y += shape_.out_plane();
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override { return plane_.nbytes(); }

 private:
  WindowShape shape_;
  WindowLoops loops_;
  PointwiseFunction<float> divide_;
  PaddedPlane plane_;
  std::vector<float> ones_;
  std::vector<float> divisors_;
};

}  // namespace

KernelResult make_average(const Pool2d& op, const NodeView& node) {
  const std::vector<int64_t>& y = node.output().sizes;
  if (op.kind != Pool2d::Kind::kAverage || !is_small(op.window, kMaxTaps) ||
      node.output().numel() == 0 || y[2] * y[3] > kMaxPositions) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<AveragePoolKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
