#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/simd/window_loops.h>
#include <executorch/backends/engine/kernels/simd/window_runs.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias, kResidual };

/// Each channel by itself, of planes in [N, H, W, C].
class DepthwiseKernel : public Kernel {
 public:
  DepthwiseKernel(const Conv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        runs_(shape_),
        loops_(window_loops()),
        epilogue_(op.epilogue),
        taps_(static_cast<size_t>(shape_.taps())),
        channels_(static_cast<size_t>(shape_.channels)),
        n_workers_(
            workers_for(static_cast<size_t>(node.output().numel()) * taps_)),
        has_bias_(node.has(kBias)) {}

  /// Weights as [taps][C].
  Error pack(const void* weight) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        packed_.allocate(taps_ * channels_ * sizeof(float)));
    const auto* from = static_cast<const float*>(weight);
    for (size_t c = 0; c < channels_; ++c) {
      for (size_t tap = 0; tap < taps_; ++tap) {
        packed_.as<float>()[tap * channels_ + c] = *from++;
      }
    }
    return Error::Ok;
  }

  Error run(const KernelArgs& args) const override {
    for_each_task(runs_.n_rows(), n_workers_, [&](size_t row, size_t worker) {
      run_row(args, row,
              static_cast<std::byte*>(args.scratch) + worker * worker_nbytes());
    });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override { return input != kWeight; }

 private:
  size_t worker_nbytes() const {
    return runs_.scratch_nbytes() + align_up(taps_ * sizeof(const float*));
  }

  void run_row(const KernelArgs& args, size_t row, std::byte* scratch) const {
    float* y = args.output<float>(0);
    auto* weights =
        reinterpret_cast<const float**>(scratch + runs_.scratch_nbytes());
    WindowOutput output = {has_bias_ ? args.input<float>(kBias) : nullptr,
                           nullptr, static_cast<float>(epilogue_.min),
                           static_cast<float>(epilogue_.max)};
    runs_.for_each_run<float>(
        row, args.input<float>(kX), y, scratch,
        [&](const WindowRun<float>& run, const size_t* taps, int64_t, int64_t) {
          for (size_t i = 0; i < run.n_taps; ++i) {
            weights[i] = packed_.as<float>() + taps[i] * channels_;
          }
          if (epilogue_.has_residual) {
            output.residual = args.input<float>(kResidual) + (run.to - y);
          }
          loops_.weighted_sum(run, weights, output);
        });
  }

  WindowShape shape_;
  WindowRuns runs_;
  WindowLoops loops_;
  Epilogue epilogue_;
  size_t taps_;
  size_t channels_;
  size_t n_workers_;
  bool has_bias_;
  AlignedBuffer packed_;
};

}  // namespace

KernelResult make_depthwise(const Conv2d& op, const NodeView& node) {
  const std::vector<int64_t>& x = node.input(kX).sizes;
  if (op.layout != Layout::kNhwc || !has_countable_taps(op.window) ||
      op.groups != x[3] || node.input(kWeight).sizes[0] != x[3] ||
      node.input(kX).numel() == 0 || node.input(kWeight).numel() == 0 ||
      node.inputs[kWeight].constant == nullptr) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<DepthwiseKernel>(op, node);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node.inputs[kWeight].constant));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
