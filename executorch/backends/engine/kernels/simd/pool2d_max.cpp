#include <executorch/backends/engine/kernels/simd/padded_plane.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>

#include <limits>

namespace executorch::backends::engine::simd {
namespace {

constexpr int64_t kMaxTaps = 64;

/// Maxima of float32 without positions.
class MaxPoolKernel : public Kernel {
 public:
  MaxPoolKernel(const Pool2d& op, const NodeView& node)
      : shape_(op.window, node),
        loops_(window_loops()),
        plane_(shape_, loops_) {}

  Error run(const KernelArgs& args) const override {
    auto* scratch = static_cast<float*>(args.scratch);
    const float* x = args.input<float>(0);
    float* y = args.output<float>(0);
    plane_.fill(-std::numeric_limits<float>::infinity(), scratch);
    for (int64_t i = 0; i < shape_.batch * shape_.channels; ++i) {
      plane_.copy(x, scratch);
      x += shape_.in_plane();
      for (int64_t row = 0; row < shape_.out[0]; ++row, y += shape_.out[1]) {
        loops_.maximum(plane_.row(scratch, row, y));
      }
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override { return plane_.nbytes(); }

 private:
  WindowShape shape_;
  WindowLoops loops_;
  PaddedPlane plane_;
};

}  // namespace

KernelResult make_max(const Pool2d& op, const NodeView& node) {
  if (op.kind != Pool2d::Kind::kMax || node.wants(1) ||
      node.input(0).dtype != ScalarType::Float ||
      !is_small(op.window, kMaxTaps)) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<MaxPoolKernel>(op, node));
}

}  // namespace executorch::backends::engine::simd
