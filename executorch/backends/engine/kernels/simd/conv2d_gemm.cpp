#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/simd/window_rows.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kWeight, kBias, kResidual };

/// With fewer channels the taps of a row of the window are one segment.
constexpr size_t kMinSegment = 16;

/// For each group, y [positions, O] = windows [positions, taps C] x
/// weight [taps C, O], of planes in [N, H, W, C].
class Conv2dKernel : public Kernel, public RowKernel {
 public:
  Conv2dKernel(const Conv2d& op, const NodeView& node)
      : shape_(op.window, op.layout, node),
        epilogue_(op.epilogue),
        groups_(static_cast<size_t>(op.groups)),
        outputs_(static_cast<size_t>(node.input(kWeight).sizes[0]) / groups_),
        channels_(static_cast<size_t>(shape_.channels) / groups_),
        taps_(static_cast<size_t>(shape_.taps())),
        has_lines_(op.window.kernel[1] > 1 && channels_ < kMinSegment),
        segment_numel_(has_lines_ ? channels_ *
                                        static_cast<size_t>(op.window.kernel[1])
                                  : channels_),
        gemm_(static_cast<size_t>(shape_.batch * shape_.out[0] * shape_.out[1]),
              outputs_, channels_ * taps_ / segment_numel_, segment_numel_),
        n_workers_(
            workers_for(groups_ * gemm_.m() * outputs_ * channels_ * taps_)),
        has_bias_(node.has(kBias)) {}

  bool can_pack() const { return gemm_.can_pack(groups_); }

  Error pack(const NodeView& node) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        zeros_.allocate(segment_numel_ * sizeof(float)));
    std::fill_n(zeros_.as<float>(), segment_numel_, 0.0f);
    if (!node.inputs[kWeight].is_constant()) {
      return Error::Ok;
    }
    return packed_.make(
        {Conv2d::kName, node.inputs[kWeight], *node.store}, groups_,
        gemm_.packed_numel(), [&](const float* weight, size_t i, float* to) {
          for_each_task(gemm_.n_panels(), n_workers_, [&](size_t j, size_t) {
            pack_panel(weight, i, j, to);
          });
        });
  }

  Error run(const KernelArgs& args) const override {
    auto* scratch = static_cast<std::byte*>(args.scratch);
    if (!packed_.is_made()) {
      for_each_task(groups_ * gemm_.n_panels(), n_workers_,
                    [&](size_t task, size_t) {
                      const size_t group = task / gemm_.n_panels();
                      pack_panel(args.input<float>(kWeight), group,
                                 task % gemm_.n_panels(),
                                 reinterpret_cast<float*>(scratch) +
                                     group * gemm_.packed_numel());
                    });
    }
    const size_t shares = gemm_.n_shares(n_workers_);
    for_each_task(
        groups_ * shares, n_workers_, [&](size_t task, size_t worker) {
          run_share(args, task / shares, gemm_.share(task % shares, n_workers_),
                    scratch + weight_nbytes() + worker * worker_nbytes());
        });
    return Error::Ok;
  }

  const RowKernel* by_rows() const override {
    return shape_.batch == 1 && packed_.is_made() ? this : nullptr;
  }
  RowRange rows_read(RowRange rows) const override {
    return shape_.rows_read(rows);
  }
  size_t rows_scratch_nbytes() const override { return worker_nbytes(); }
  Error run_rows(const KernelArgs& args, RowRange rows) const override {
    const auto last = static_cast<size_t>(rows.end * shape_.out[1]);
    for (auto first = static_cast<size_t>(rows.begin * shape_.out[1]);
         first < last;) {
      const size_t n = std::min(gemm_.max_share_rows(), last - first);
      for (size_t group = 0; group < groups_; ++group) {
        run_share(args, group, {first, n, 0, gemm_.n_panels()}, args.scratch);
      }
      first += n;
    }
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return weight_nbytes() + n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override { return packed_.nbytes(); }
  bool reads(size_t input) const override {
    return input != kWeight || !packed_.is_made();
  }

 private:
  /// Of weights that are packed when the kernel runs.
  size_t weight_nbytes() const {
    return packed_.is_made()
               ? 0
               : align_up(groups_ * gemm_.packed_numel() * sizeof(float));
  }
  size_t worker_nbytes() const {
    return align_up(gemm_.scratch_nbytes(has_lines_ ? channels_ * taps_ : 0,
                                         packed_.is_half()));
  }
  void pack_panel(const float* weight, size_t group, size_t panel,
                  float* to) const {
    weight += group * outputs_ * channels_ * taps_;
    gemm_.pack_panel(
        [&](size_t column, float* element, size_t step) {
          const float* filter = weight + column * channels_ * taps_;
          for (size_t tap = 0; tap < taps_; ++tap) {
            for (size_t c = 0; c < channels_; ++c, element += step) {
              *element = filter[c * taps_ + tap];
            }
          }
        },
        panel, to);
  }

  Panels panels(const KernelArgs& args, size_t group) const {
    Panels panels;
    if (!packed_.is_made()) {
      panels.floats = static_cast<const float*>(args.scratch) +
                      group * gemm_.packed_numel();
    } else if (packed_.is_half()) {
      panels.halves = packed_.halves(group);
    } else {
      panels.floats = packed_.floats(group);
    }
    return panels;
  }

  GemmOutput output(const KernelArgs& args, size_t group) const {
    GemmOutput output;
    output.row_stride = groups_ * outputs_;
    output.y = args.output<float>(0) + group * outputs_;
    if (has_bias_) {
      output.c = args.input<float>(kBias) + group * outputs_;
      output.c_column_stride = 1;
    }
    if (epilogue_.has_residual) {
      output.residual = args.input<float>(kResidual) + group * outputs_;
    }
    output.min = static_cast<float>(epilogue_.min);
    output.max = static_cast<float>(epilogue_.max);
    return output;
  }

  void run_share(const KernelArgs& args, size_t group, const Gemm::Share& share,
                 void* scratch) const {
    const float* x = args.input<float>(kX) + group * channels_;
    const WindowRows<float> rows(shape_, x, zeros_.as<float>());
    const WindowLines<float> lines(shape_, channels_, 1, x, zeros_.as<float>());
    gemm_.run(share,
              has_lines_ ? static_cast<const RowSource<float>&>(lines) : rows,
              panels(args, group), scratch, output(args, group));
  }

  WindowShape shape_;
  Epilogue epilogue_;
  size_t groups_;
  size_t outputs_;   ///< of a group
  size_t channels_;  ///< of a group
  size_t taps_;
  bool has_lines_;
  size_t segment_numel_;
  Gemm gemm_;
  size_t n_workers_;
  bool has_bias_;
  AlignedBuffer zeros_;
  PackedPanels packed_;
};

}  // namespace

KernelResult make_gemm(const Conv2d& op, const NodeView& node) {
  if (op.layout != Layout::kNhwc || !has_countable_taps(op.window) ||
      node.input(kX).numel() == 0 || node.input(kWeight).numel() == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<Conv2dKernel>(op, node);
  if (!kernel->can_pack()) {
    return KernelResult(nullptr);
  }
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
