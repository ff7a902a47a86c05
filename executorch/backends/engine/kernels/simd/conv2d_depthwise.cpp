#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/simd/sliding_loops.h>
#include <executorch/backends/engine/kernels/simd/window_runs.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/backends/engine/packing/packed_store.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias, kResidual };

/// Floats of the rows of a window that leave room in the first-level cache.
constexpr size_t kBlockFloats = 8192;
constexpr size_t kLineFloats = 16;
/// Parts of fewer channels are read more slowly than whole rows.
constexpr size_t kMinBlockChannels = 96;
constexpr size_t kPartsPerWorker = 4;

/// Each channel by itself, of planes in [N, H, W, C].
class DepthwiseKernel : public Kernel, public RowKernel {
 public:
  DepthwiseKernel(const Conv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        runs_(shape_),
        loops_(window_loops()),
        sliding_(sliding_loops()),
        epilogue_(op.epilogue),
        taps_(static_cast<size_t>(shape_.taps())),
        channels_(static_cast<size_t>(shape_.channels)),
        n_workers_(
            workers_for(static_cast<size_t>(node.output().numel()) * taps_)),
        has_bias_(node.has(kBias)),
        block_(block_channels()) {}

  /// Weights as [taps][C].
  Error pack(const NodeView& node) {
    const auto transpose = [&](void* to) -> Error {
      const Result<const float*> weight =
          node.inputs[kWeight].constant<float>();
      ET_CHECK_OK_OR_RETURN_ERROR(weight.error());
      for (size_t c = 0; c < channels_; ++c) {
        for (size_t tap = 0; tap < taps_; ++tap) {
          static_cast<float*>(to)[tap * channels_ + c] =
              (*weight)[c * taps_ + tap];
        }
      }
      return Error::Ok;
    };
    const Result<const void*> packed =
        node.store->block("Conv2d depthwise", packed_nbytes(), transpose);
    ET_CHECK_OK_OR_RETURN_ERROR(packed.error());
    packed_ = static_cast<const float*>(*packed);
    return Error::Ok;
  }

  Error run(const KernelArgs& args) const override {
    const size_t rows = runs_.n_rows();
    const size_t parts =
        std::min(n_workers_ == 1 ? 1 : kPartsPerWorker * n_workers_, rows);
    for_each_task(parts, n_workers_, [&](size_t part, size_t worker) {
      run_rows(
          args, part_begin(rows, parts, part),
          part_begin(rows, parts, part + 1),
          static_cast<std::byte*>(args.scratch) + worker * worker_nbytes());
    });
    return Error::Ok;
  }

  const RowKernel* by_rows() const override {
    return shape_.batch == 1 ? this : nullptr;
  }
  RowRange rows_read(RowRange rows) const override {
    return shape_.rows_read(rows);
  }
  size_t rows_scratch_nbytes() const override { return worker_nbytes(); }
  Error run_rows(const KernelArgs& args, RowRange rows) const override {
    run_rows(args, static_cast<size_t>(rows.begin),
             static_cast<size_t>(rows.end),
             static_cast<std::byte*>(args.scratch));
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override {
    return taps_ * channels_ * sizeof(float);
  }
  bool reads(size_t input) const override { return input != kWeight; }

 private:
  size_t worker_nbytes() const {
    return runs_.scratch_nbytes() + align_up(taps_ * sizeof(const float*));
  }

  /// Channels whose rows of a window stay in the first-level cache from one
  /// output row to the next; whole cache lines.
  size_t block_channels() const {
    const int64_t reach =
        shape_.window.dilation[0] * (shape_.window.kernel[0] - 1) + 1;
    const auto places =
        static_cast<size_t>(std::min(reach, shape_.in[0]) * shape_.in[1]);
    const size_t fits = std::max<size_t>(kBlockFloats / places, 1);
    const size_t blocks = (channels_ + fits - 1) / fits;
    const size_t even = (channels_ + blocks - 1) / blocks;
    if (even < kMinBlockChannels) {
      return channels_;
    }
    return (even + kLineFloats - 1) / kLineFloats * kLineFloats;
  }

  void run_rows(const KernelArgs& args, size_t first, size_t last,
                std::byte* scratch) const {
    for (size_t c = 0; c < channels_; c += block_) {
      const size_t n = std::min(block_, channels_ - c);
      for (size_t row = first; row < last; ++row) {
        run_row(args, row, c, n, scratch);
      }
    }
  }

  /// Channels [c, c + n) of a row.
  void run_row(const KernelArgs& args, size_t row, size_t c, size_t n,
               std::byte* scratch) const {
    float* y = args.output<float>(0);
    auto* weights =
        reinterpret_cast<const float**>(scratch + runs_.scratch_nbytes());
    WindowOutput output = {has_bias_ ? args.input<float>(kBias) + c : nullptr,
                           nullptr, static_cast<float>(epilogue_.min),
                           static_cast<float>(epilogue_.max)};
    runs_.for_each_run<float>(
        row, args.input<float>(kX), y, scratch,
        [&](const WindowRun<float>& run, const size_t* taps, int64_t, int64_t) {
          for (size_t i = 0; i < run.n_taps; ++i) {
            weights[i] = packed_ + taps[i] * channels_ + c;
          }
          if (epilogue_.has_residual) {
            output.residual = args.input<float>(kResidual) + (run.to - y) + c;
          }
          const WindowRun<float> part = run.of_channels(c, n);
          if (sliding_.serves(part)) {
            sliding_.weighted_sum(part, weights, output);
          } else {
            loops_.weighted_sum(part, weights, output);
          }
        });
  }

  WindowShape shape_;
  WindowRuns runs_;
  WindowLoops loops_;
  SlidingLoops sliding_;
  Epilogue epilogue_;
  size_t taps_;
  size_t channels_;
  size_t n_workers_;
  bool has_bias_;
  size_t block_;  ///< channels that are computed at a time
  const float* packed_ = nullptr;
};

}  // namespace

KernelResult make_depthwise(const Conv2d& op, const NodeView& node) {
  const std::vector<int64_t>& x = node.input(kX).sizes;
  if (op.layout != Layout::kNhwc || !has_countable_taps(op.window) ||
      !has_countable_places(op.layout, node.output()) || op.groups != x[3] ||
      node.input(kWeight).sizes[0] != x[3] || node.input(kX).numel() == 0 ||
      node.input(kWeight).numel() == 0 || !node.inputs[kWeight].is_constant()) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<DepthwiseKernel>(op, node);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
