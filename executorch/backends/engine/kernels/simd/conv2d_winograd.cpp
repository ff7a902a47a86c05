#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/simd/winograd_costs.h>
#include <executorch/backends/engine/kernels/simd/winograd_fallback.h>
#include <executorch/backends/engine/kernels/simd/winograd_loops.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias, kResidual };

/// Fewer channels leave vectors empty.
constexpr int64_t kMinChannels = 16;
/// Floats of transformed tiles that stay in the second-level cache.
constexpr size_t kBlockFloats = size_t{1} << 17;
constexpr size_t kMinBlockTiles = 12;
/// As many rows as a share of a matrix product may have.
constexpr size_t kMaxBlockTiles = 96;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }

/// Windows of 3x3 by minimal filtering, of planes in [N, H, W, C]. Where
/// results are not finite all are computed again as plain sums.
class WinogradKernel : public Kernel {
 public:
  WinogradKernel(const Conv2d& op, const NodeView& node, size_t side)
      : shape_(op.window, op.layout, node),
        epilogue_(op.epilogue),
        loops_(winograd_loops(side)),
        side_(side),
        elements_((side + 2) * (side + 2)),
        channels_(static_cast<size_t>(shape_.channels)),
        outputs_(static_cast<size_t>(node.output().sizes[3])),
        row_tiles_(tiles_of(0)),
        column_tiles_(tiles_of(1)),
        tiles_(static_cast<size_t>(shape_.batch) * row_tiles_ * column_tiles_),
        in_step_(align_up(channels_ * sizeof(float)) / sizeof(float)),
        out_step_(align_up(outputs_ * sizeof(float)) / sizeof(float)),
        n_workers_(workers_for(tiles_ * elements_ * channels_ * outputs_)),
        block_(block_tiles()),
        gemm_(block_, outputs_, 1, channels_),
        fallback_(shape_, outputs_, loops_, gemm_),
        has_bias_(node.has(kBias)) {}

  bool can_run() const { return fallback_.can_run(); }

  Error pack(const NodeView& node) {
    ET_CHECK_OK_OR_RETURN_ERROR(zeros_.allocate(in_step_ * sizeof(float)));
    std::fill_n(zeros_.as<float>(), in_step_, 0.0f);
    const size_t numel = channels_ * outputs_;
    const auto transform = [&](const float* weight, AlignedBuffer& matrices) {
      return transform_weights(weight, matrices);
    };
    return packed_.make(
        {"Conv2d winograd", node.inputs[kWeight], *node.store}, elements_,
        gemm_.packed_numel(),
        [&](const float* matrices, size_t i, float* to) {
          for_each_task(gemm_.n_panels(), n_workers_, [&](size_t j, size_t) {
            gemm_.pack_panel(matrices + i * numel, outputs_, j, to);
          });
        },
        transform);
  }

  Error run(const KernelArgs& args) const override {
    std::atomic<bool> is_finite = true;
    for_each_task(
        divide_up(tiles_, block_), n_workers_, [&](size_t task, size_t worker) {
          auto* scratch =
              static_cast<std::byte*>(args.scratch) + worker * worker_nbytes();
          if (!run_block(args, task * block_, scratch)) {
            is_finite.store(false, std::memory_order_relaxed);
          }
        });
    if (!is_finite) {
      run_fallback(args);
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override { return input != kWeight; }

 private:
  /// Each element of the transformed filters as a matrix [C, O].
  Error transform_weights(const float* weight, AlignedBuffer& matrices) const {
    const size_t numel = channels_ * outputs_;
    ET_CHECK_OK_OR_RETURN_ERROR(
        matrices.allocate(elements_ * numel * sizeof(float)));
    for_each_task(channels_, n_workers_, [&](size_t c, size_t) {
      float elements[kMaxWinogradSide * kMaxWinogradSide];
      float* to = matrices.as<float>() + c * outputs_;
      for (size_t o = 0; o < outputs_; ++o, ++to) {
        loops_.weight(weight + (o * channels_ + c) * 9, elements);
        for (size_t i = 0; i < elements_; ++i) {
          to[i * numel] = elements[i];
        }
      }
    });
    return Error::Ok;
  }

  /// A tile of results, which are a dilation apart.
  struct Tile {
    int64_t sample;
    int64_t row;     ///< of its first result
    int64_t column;  ///< of its first result
  };

  /// Tiles along an axis: for each of the places that a dilation has, as many
  /// as the most results ask for.
  size_t tiles_of(size_t axis) const {
    const auto dilation = static_cast<size_t>(shape_.window.dilation[axis]);
    const auto out = static_cast<size_t>(shape_.out[axis]);
    return dilation * divide_up(divide_up(out, dilation), side_);
  }
  /// The first result of a tile.
  int64_t first_result(size_t axis, size_t index) const {
    const auto dilation = static_cast<size_t>(shape_.window.dilation[axis]);
    return static_cast<int64_t>(index / dilation * side_ * dilation +
                                index % dilation);
  }

  size_t block_tiles() const {
    const bool has_large_weights =
        elements_ * channels_ * outputs_ > 4 * kBlockFloats;
    const size_t fits = has_large_weights
                            ? kMaxBlockTiles
                            : kBlockFloats / elements_ / (in_step_ + out_step_);
    const size_t wanted =
        divide_up(tiles_, n_workers_ == 1 ? 1 : 2 * n_workers_);
    return std::min({std::max(fits, kMinBlockTiles),
                     std::max(wanted, kMinBlockTiles), kMaxBlockTiles, tiles_});
  }

  size_t in_nbytes() const {
    return elements_ * block_ * in_step_ * sizeof(float);
  }
  size_t out_nbytes() const {
    return elements_ * block_ * out_step_ * sizeof(float);
  }
  size_t worker_nbytes() const {
    return std::max(
        in_nbytes() + out_nbytes() + align_up(gemm_.scratch_nbytes(0, false)),
        fallback_.scratch_nbytes());
  }

  Tile tile(size_t index) const {
    const size_t column = index % column_tiles_;
    const size_t row = index / column_tiles_ % row_tiles_;
    return {static_cast<int64_t>(index / column_tiles_ / row_tiles_),
            first_result(0, row), first_result(1, column)};
  }

  /// Where an infinity or NaN would spread over a tile.
  void run_fallback(const KernelArgs& args) const {
    GemmOutput output;
    output.y = args.output<float>(0);
    output.row_stride = outputs_;
    if (has_bias_) {
      output.c = args.input<float>(kBias);
      output.c_column_stride = 1;
    }
    if (epilogue_.has_residual) {
      output.residual = args.input<float>(kResidual);
    }
    output.min = static_cast<float>(epilogue_.min);
    output.max = static_cast<float>(epilogue_.max);
    fallback_.run(packed_.floats(0), args.input<float>(kX), zeros_.as<float>(),
                  output, n_workers_, static_cast<std::byte*>(args.scratch),
                  worker_nbytes());
  }

  /// False if a result is not finite.
  bool run_block(const KernelArgs& args, size_t first,
                 std::byte* scratch) const {
    const size_t n = std::min(block_, tiles_ - first);
    auto* in = reinterpret_cast<float*>(scratch);
    auto* out = reinterpret_cast<float*>(scratch + in_nbytes());
    for (size_t i = 0; i < n; ++i) {
      transform_input(args, tile(first + i), in + i * in_step_);
    }
    for (size_t i = 0; i < elements_; ++i) {
      const MatrixRows rows(in + i * block_ * in_step_, in_step_);
      GemmOutput output;
      output.y = out + i * block_ * out_step_;
      output.row_stride = out_step_;
      gemm_.run({0, n, 0, gemm_.n_panels()}, rows, {packed_.floats(i)},
                scratch + in_nbytes() + out_nbytes(), output);
    }
    bool is_finite = true;
    for (size_t i = 0; i < n; ++i) {
      is_finite =
          transform_output(args, tile(first + i), out + i * out_step_) &&
          is_finite;
    }
    return is_finite;
  }

  void transform_input(const KernelArgs& args, const Tile& tile,
                       float* to) const {
    WinogradInput input;
    input.channels = channels_;
    input.to = to;
    input.matrix_step = block_ * in_step_;
    const float* x =
        args.input<float>(kX) + tile.sample * shape_.in_strides.batch;
    const size_t size = side_ + 2;
    for (size_t i = 0; i < elements_; ++i) {
      const int64_t row =
          shape_.start(0, tile.row) +
          static_cast<int64_t>(i / size) * shape_.window.dilation[0];
      const int64_t column =
          shape_.start(1, tile.column) +
          static_cast<int64_t>(i % size) * shape_.window.dilation[1];
      const bool is_inside = row >= 0 && row < shape_.in[0] && column >= 0 &&
                             column < shape_.in[1];
      input.pixels[i] = is_inside ? x + shape_.in_strides.offset(row, column)
                                  : zeros_.as<float>();
    }
    loops_.input(input);
  }

  bool transform_output(const KernelArgs& args, const Tile& tile,
                        const float* from) const {
    WinogradOutput output;
    output.channels = outputs_;
    output.from = from;
    output.matrix_step = block_ * out_step_;
    output.bias = has_bias_ ? args.input<float>(kBias) : nullptr;
    output.has_residual = epilogue_.has_residual;
    output.min = static_cast<float>(epilogue_.min);
    output.max = static_cast<float>(epilogue_.max);
    for (size_t i = 0; i < side_ * side_; ++i) {
      const int64_t row = tile.row + static_cast<int64_t>(i / side_) *
                                         shape_.window.dilation[0];
      const int64_t column = tile.column + static_cast<int64_t>(i % side_) *
                                               shape_.window.dilation[1];
      const bool is_inside = row < shape_.out[0] && column < shape_.out[1];
      const int64_t offset = tile.sample * shape_.out_strides.batch +
                             shape_.out_strides.offset(row, column);
      output.pixels[i] = is_inside ? args.output<float>(0) + offset : nullptr;
      output.residuals[i] = is_inside && epilogue_.has_residual
                                ? args.input<float>(kResidual) + offset
                                : nullptr;
    }
    return loops_.output(output);
  }

  WindowShape shape_;
  Epilogue epilogue_;
  WinogradLoops loops_;
  size_t side_;
  size_t elements_;
  size_t channels_;
  size_t outputs_;
  size_t row_tiles_;
  size_t column_tiles_;
  size_t tiles_;
  size_t in_step_;   ///< between tiles
  size_t out_step_;  ///< between tiles
  size_t n_workers_;
  size_t block_;  ///< tiles
  Gemm gemm_;
  WinogradFallback fallback_;
  bool has_bias_;
  AlignedBuffer zeros_;
  PackedPanels packed_;
};

/// Tiles of results that are a dilation apart would be mostly empty.
bool is_mostly_dilated(const Conv2d& op, const NodeView& node) {
  const std::vector<int64_t>& y = node.output().sizes;
  return 4 * op.window.dilation[0] > y[1] + 3 ||
         4 * op.window.dilation[1] > y[2] + 3;
}

bool can_be_filtered(const Conv2d& op, const NodeView& node) {
  const std::array<int64_t, 2> ones{1, 1};
  const std::array<int64_t, 2> threes{3, 3};
  return op.layout == Layout::kNhwc && op.window.kernel == threes &&
         op.window.stride == ones && !is_mostly_dilated(op, node) &&
         op.groups == 1 && node.input(kX).sizes[3] >= kMinChannels &&
         node.output().sizes[3] >= kMinChannels &&
         node.input(kX).numel() != 0 && node.output().numel() != 0 &&
         node.inputs[kWeight].is_constant() &&
         !node.inputs[kWeight].is_half_exact;
}

/// Others could not be restored.
Result<bool> has_finite_weights(const NodeView& node) {
  const auto look = [&](void* is_finite) -> Error {
    const Result<const float*> weight = node.inputs[kWeight].constant<float>();
    ET_CHECK_OK_OR_RETURN_ERROR(weight.error());
    *static_cast<uint8_t*>(is_finite) =
        std::all_of(*weight, *weight + node.input(kWeight).numel(),
                    [](float w) { return std::isfinite(w); });
    return Error::Ok;
  };
  const Result<const void*> is_finite =
      node.store->block("Conv2d has finite weights", 1, look);
  ET_CHECK_OK_OR_RETURN_ERROR(is_finite.error());
  return *static_cast<const uint8_t*>(*is_finite) != 0;
}

}  // namespace

KernelResult make_winograd(const Conv2d& op, const NodeView& node,
                           size_t side) {
  if (!can_be_filtered(op, node)) {
    return KernelResult(nullptr);
  }
  const Result<bool> has_finite = has_finite_weights(node);
  ET_CHECK_OK_OR_RETURN_ERROR(has_finite.error());
  if (!*has_finite) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<WinogradKernel>(op, node, side);
  if (!kernel->can_run()) {
    return KernelResult(nullptr);
  }
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

KernelResult make_winograd(const Conv2d& op, const NodeView& node) {
  // Transformed weights of larger tiles are four times as many.
  constexpr int64_t kMaxWeights = 1 << 15;
  constexpr double kGain = 1.15;
  if (!can_be_filtered(op, node)) {
    return KernelResult(nullptr);
  }
  const WinogradCosts costs(op, node.input(kX), node.output());
  const bool is_large = node.input(kWeight).numel() <= 9 * kMaxWeights &&
                        costs.of_tiles(4) < costs.of_tiles(2);
  const size_t side = is_large ? 4 : 2;
  if (costs.of_tiles(static_cast<int64_t>(side)) * kGain > costs.direct()) {
    return KernelResult(nullptr);
  }
  return make_winograd(op, node, side);
}

}  // namespace executorch::backends::engine::simd
