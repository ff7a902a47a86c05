#include <executorch/backends/engine/kernels/simd/packed_filters.h>
#include <executorch/backends/engine/kernels/simd/quantized_gemm_loops.h>
#include <executorch/backends/engine/kernels/simd/quantized_window_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/backends/engine/kernels/util/window_shape.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kScale, kBias };

/// Each channel by itself, of planes in [N, H, W, C]. Taps outside the plane
/// are read from a line of zero points.
class QuantizedDepthwiseKernel : public Kernel {
 public:
  QuantizedDepthwiseKernel(const QuantizedConv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        loops_(quantized_window_loops()),
        requantization_(op),
        zero_point_(op.x_zero_point),
        channels_(static_cast<size_t>(shape_.channels)),
        padded_channels_(align_up(channels_ + kLeastChannels)),
        n_taps_((static_cast<size_t>(shape_.taps()) + kQuad - 1) / kQuad *
                kQuad),
        n_workers_(
            workers_for(static_cast<size_t>(node.output().numel()) * n_taps_)),
        whole_{shape_.positions_inside(1, 0).begin,
               shape_.positions_inside(1, op.window.kernel[1] - 1).end} {}

  Error pack(const NodeView& node) {
    ET_CHECK_OK_OR_RETURN_ERROR(padding_.allocate(padded_channels_));
    std::fill_n(padding_.as<uint8_t>(), padded_channels_,
                static_cast<uint8_t>(zero_point_));
    return filters_.make(
        *node.store, "QuantizedConv2d depthwise", padded_channels_ * n_taps_,
        padded_channels_,
        [&](const PackedFilters::Parts& parts) { return fill(node, parts); });
  }

  Error run(const KernelArgs& args) const override {
    const auto rows = static_cast<size_t>(shape_.batch * shape_.out[0]);
    for_each_task(rows, n_workers_, [&](size_t row, size_t worker) {
      run_row(args, static_cast<int64_t>(row),
              static_cast<std::byte*>(args.scratch) + worker * worker_nbytes());
    });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override { return filters_.nbytes(); }
  bool reads(size_t input) const override { return input == kX; }

 private:
  size_t worker_nbytes() const {
    return align_up(n_taps_ * (sizeof(const uint8_t*) + sizeof(size_t)));
  }

  Error fill(const NodeView& node, const PackedFilters::Parts& to) const {
    const Result<QuantizedConstants> constants =
        QuantizedConstants::of(node, kWeight);
    ET_CHECK_OK_OR_RETURN_ERROR(constants.error());
    const size_t max_channels = loops_.max_channels;
    for (size_t first = 0, width = 0; first < channels_; first += width) {
      width = channels_of_block(max_channels, channels_ - first);
      for (size_t i = 0; i < std::min(width, channels_ - first); ++i) {
        pack_channel(*constants, {first, first + i, place_of_channel(i, width)},
                     width, to);
      }
    }
    return Error::Ok;
  }

  /// A channel, and its place in the block that begins with `first`.
  struct Channel {
    size_t first;
    size_t index;
    size_t place;
  };
  void pack_channel(const QuantizedConstants& constants, const Channel& channel,
                    size_t width, const PackedFilters::Parts& to) const {
    const auto taps = static_cast<size_t>(shape_.taps());
    const int8_t* weight = constants.weight + channel.index * taps;
    const size_t first = channel.first;
    int32_t sum = 0;
    for (size_t tap = 0; tap < taps; ++tap) {
      to.weights[first * n_taps_ + tap / kQuad * width * kQuad +
                 channel.place * kQuad + tap % kQuad] = weight[tap];
      sum += weight[tap];
    }
    const int32_t bias =
        constants.bias == nullptr ? 0 : constants.bias[channel.index];
    to.offsets[first + channel.place] = wrapping_add(bias, -zero_point_ * sum);
    to.scales[first + channel.place] = constants.scale[channel.index];
  }

  /// Where the taps of the window at a place are.
  void find_taps(const uint8_t* x, int64_t row, int64_t column,
                 const uint8_t** taps, size_t* steps) const {
    const Window& window = shape_.window;
    std::fill_n(taps, n_taps_, padding_.as<uint8_t>());
    std::fill_n(steps, n_taps_, size_t{0});
    const auto rows = shape_.taps_inside(0, row);
    const auto columns = shape_.taps_inside(1, column);
    for (int64_t i = rows.begin; i < rows.end; ++i) {
      for (int64_t j = columns.begin; j < columns.end; ++j) {
        const int64_t tap = i * window.kernel[1] + j;
        taps[tap] = x + shape_.in_strides.offset(
                            shape_.start(0, row) + i * window.dilation[0],
                            shape_.start(1, column) + j * window.dilation[1]);
        steps[tap] =
            static_cast<size_t>(window.stride[1] * shape_.in_strides.column);
      }
    }
  }

  void run_row(const KernelArgs& args, int64_t index, void* scratch) const {
    const int64_t sample = index / shape_.out[0];
    const int64_t row = index % shape_.out[0];
    const uint8_t* x =
        args.input<uint8_t>(kX) + sample * shape_.in_strides.batch;
    uint8_t* y = args.output<uint8_t>(0) + sample * shape_.out_strides.batch;
    auto** taps = static_cast<const uint8_t**>(scratch);
    auto* steps = reinterpret_cast<size_t*>(taps + n_taps_);
    const QuantizedFilters filters = {filters_.weights(), filters_.offsets(),
                                      filters_.scales()};
    for (int64_t column = 0; column < shape_.out[1];) {
      const bool is_whole = column >= whole_.begin && column < whole_.end;
      const int64_t end = is_whole ? whole_.end : column + 1;
      find_taps(x, row, column, taps, steps);
      loops_.weighted_sum(
          {taps, steps, n_taps_, y + shape_.out_strides.offset(row, column),
           channels_, static_cast<size_t>(end - column), channels_},
          filters, requantization_);
      column = end;
    }
  }

  WindowShape shape_;
  QuantizedWindowLoops loops_;
  Requantization requantization_;
  int32_t zero_point_;
  size_t channels_;
  size_t padded_channels_;
  size_t n_taps_;  ///< rounded up to whole quads
  size_t n_workers_;
  WindowShape::Range whole_;  ///< columns whose windows lie within the rows
  AlignedBuffer padding_;
  PackedFilters filters_;
};

}  // namespace

KernelResult make_depthwise(const QuantizedConv2d& op, const NodeView& node) {
  const std::vector<int64_t>& x = node.input(kX).sizes;
  if (op.layout != Layout::kNhwc || !has_countable_taps(op.window) ||
      !node.are_constant_from(kWeight) || op.groups != x[3] ||
      node.input(kWeight).sizes[0] != x[3] || node.input(kX).numel() == 0 ||
      node.input(kWeight).numel() == 0 ||
      quantized_window_loops().max_channels == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<QuantizedDepthwiseKernel>(op, node);
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
