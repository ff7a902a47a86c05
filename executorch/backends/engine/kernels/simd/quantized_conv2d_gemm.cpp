#include <executorch/backends/engine/kernels/simd/quantized_gemm.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/simd/window_rows.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kScale, kBias };

/// Products of bytes cost less than those of floats.
constexpr size_t kProductsPerMultiplyAdd = 4;

/// For each group, y [positions, O] = windows [positions, taps C] x
/// weight [taps C, O], of planes in [N, H, W, C].
class QuantizedConv2dKernel : public Kernel {
 public:
  QuantizedConv2dKernel(const QuantizedConv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        groups_(static_cast<size_t>(op.groups)),
        outputs_(static_cast<size_t>(node.input(kWeight).sizes[0]) / groups_),
        channels_(static_cast<size_t>(shape_.channels) / groups_),
        has_lines_(channels_ % kQuad != 0),
        segment_numel_(has_lines_ ? WindowLines<uint8_t>::numel_of_segment(
                                        shape_, channels_, kQuad)
                                  : channels_) {
    const auto positions =
        static_cast<size_t>(shape_.batch * shape_.out[0] * shape_.out[1]);
    const auto segments = static_cast<size_t>(
        has_lines_ ? shape_.window.kernel[0] : shape_.taps());
    for (size_t i = 0; i < groups_; ++i) {
      gemms_.emplace_back(op, positions, outputs_, segments, segment_numel_);
    }
    const size_t products = groups_ * positions * outputs_ * gemms_[0].depth();
    n_workers_ = workers_for(products / kProductsPerMultiplyAdd);
    n_shares_ = gemms_[0].n_shares(n_workers_);
  }

  bool can_pack() const { return gemms_[0].can_pack(); }

  Error pack(const QuantizedConv2d& op, const NodeView& node) {
    ET_CHECK_OK_OR_RETURN_ERROR(padding_.allocate(segment_numel_));
    std::fill_n(padding_.as<uint8_t>(), segment_numel_, op.x_zero_point);
    for (size_t i = 0; i < groups_; ++i) {
      ET_CHECK_OK_OR_RETURN_ERROR(gemms_[i].pack(
          *node.store, [&] { return constants_of_group(node, i); },
          [&](const int8_t* weight, size_t column, int8_t* to) {
            write_filter(weight, column, to);
          }));
    }
    return Error::Ok;
  }

  Error run(const KernelArgs& args) const override {
    for_each_task(
        groups_ * n_shares_, n_workers_, [&](size_t task, size_t worker) {
          run_share(
              args, task / n_shares_, task % n_shares_,
              static_cast<std::byte*>(args.scratch) + worker * worker_nbytes());
        });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override {
    size_t nbytes = 0;
    for (const QuantizedGemm& gemm : gemms_) {
      nbytes += gemm.packed_nbytes();
    }
    return nbytes;
  }
  bool reads(size_t input) const override { return input == kX; }

 private:
  size_t worker_nbytes() const {
    return gemms_[0].scratch_nbytes(has_lines_ ? gemms_[0].depth() : 0);
  }

  Result<QuantizedConstants> constants_of_group(const NodeView& node,
                                                size_t group) const {
    Result<QuantizedConstants> constants =
        QuantizedConstants::of(node, kWeight);
    ET_CHECK_OK_OR_RETURN_ERROR(constants.error());
    const size_t first = group * outputs_;
    constants->weight += first * channels_ * static_cast<size_t>(shape_.taps());
    constants->scale += first;
    if (constants->bias != nullptr) {
      constants->bias += first;
    }
    return constants;
  }

  /// A filter as the segments of rows have it.
  void write_filter(const int8_t* weight, size_t output, int8_t* to) const {
    const size_t segments = gemms_[0].depth() / segment_numel_;
    const size_t numel =
        channels_ * static_cast<size_t>(shape_.taps()) / segments;
    for (size_t i = 0; i < segments; ++i) {
      std::copy_n(weight + (output * segments + i) * numel, numel,
                  to + i * segment_numel_);
    }
  }

  void run_share(const KernelArgs& args, size_t group, size_t share,
                 void* scratch) const {
    const uint8_t* x = args.input<uint8_t>(kX) + group * channels_;
    const auto* padding = padding_.as<uint8_t>();
    const WindowRows<uint8_t> rows(shape_, x, padding);
    const WindowLines<uint8_t> lines(shape_, channels_, kQuad, x, padding);
    gemms_[group].run(
        share, n_shares_,
        has_lines_ ? static_cast<const RowSource<uint8_t>&>(lines) : rows,
        args.output<uint8_t>(0) + group * outputs_, groups_ * outputs_,
        scratch);
  }

  WindowShape shape_;
  size_t groups_;
  size_t outputs_;   ///< of a group
  size_t channels_;  ///< of a group
  bool has_lines_;
  size_t segment_numel_;
  std::vector<QuantizedGemm> gemms_;  ///< by group
  size_t n_workers_ = 1;
  size_t n_shares_ = 1;  ///< of a group
  AlignedBuffer padding_;
};

}  // namespace

KernelResult make_gemm(const QuantizedConv2d& op, const NodeView& node) {
  if (op.layout != Layout::kNhwc || !has_countable_taps(op.window) ||
      !node.are_constant_from(kWeight) || node.input(kX).numel() == 0 ||
      node.input(kWeight).numel() == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<QuantizedConv2dKernel>(op, node);
  if (!kernel->can_pack()) {
    return KernelResult(nullptr);
  }
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(op, node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
