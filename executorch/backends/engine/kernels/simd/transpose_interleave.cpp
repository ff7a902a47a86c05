#include <executorch/backends/engine/kernels/simd/interleave_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

namespace executorch::backends::engine::simd {
namespace {

/// [N, C, H, W] to [N, H, W, C] with few channels, as images have.
class InterleaveKernel : public Kernel {
 public:
  explicit InterleaveKernel(const std::vector<int64_t>& x)
      : loops_(interleave_loops()),
        batch_(static_cast<size_t>(x[0])),
        channels_(static_cast<size_t>(x[1])),
        plane_(static_cast<size_t>(x[2] * x[3])),
        n_workers_(workers_for(batch_ * channels_ * plane_ * kElementCost)) {}

  Error run(const KernelArgs& args) const override {
    const size_t parts = n_workers_ == 1 ? 1 : 2 * n_workers_;
    for_each_task(batch_ * parts, n_workers_, [&](size_t task, size_t) {
      const size_t sample = task / parts * channels_ * plane_;
      const size_t first = part_begin(plane_, parts, task % parts);
      const size_t last = part_begin(plane_, parts, task % parts + 1);
      loops_.interleave(
          args.input<float>(0) + sample + first, plane_, channels_,
          args.output<float>(0) + sample + first * channels_, last - first);
    });
    return Error::Ok;
  }

 private:
  InterleaveLoops loops_;
  size_t batch_;
  size_t channels_;
  size_t plane_;
  size_t n_workers_;
};

}  // namespace

KernelResult make_interleave(const Transpose& op, const NodeView& node) {
  const TensorType& x = node.input(0);
  if (op.axes != std::vector<int32_t>{0, 2, 3, 1} ||
      x.dtype != ScalarType::Float || x.sizes[1] < 2 || x.sizes[1] > 4 ||
      x.numel() == 0) {
    return KernelResult(nullptr);
  }
  return KernelResult(std::make_unique<InterleaveKernel>(x.sizes));
}

}  // namespace executorch::backends::engine::simd
