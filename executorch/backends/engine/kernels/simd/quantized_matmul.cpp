#include <executorch/backends/engine/kernels/simd/quantized_panels.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>
#include <cstring>

namespace executorch::backends::engine::simd {
namespace {

enum Operand : size_t { kX, kScale, kZeroPoint, kWeight, kWeightScale, kBias };

/// Products of bytes cost less than those of floats.
constexpr size_t kProductsPerMultiplyAdd = 4;
/// Rows of a share: with their panel they fit the second-level cache.
constexpr size_t kShareRows = 96;
/// So many shares a thread, for threads that are not equally fast.
constexpr size_t kSharesPerWorker = 4;

/// Rows [M, K] by panels of the weight. Shares are some rows by some panels.
class QuantizedMatMulKernel : public Kernel {
 public:
  explicit QuantizedMatMulKernel(const NodeView& node)
      : loops_(quantized_matmul_loops()),
        filter_(node.input(kX), node.input(kWeight), node.input(kWeightScale)),
        panels_(filter_, loops_),
        m_(static_cast<size_t>(node.input(kScale).numel())),
        n_row_blocks_((m_ + kShareRows - 1) / kShareRows) {
    n_workers_ =
        workers_for(m_ * filter_.n * filter_.k / kProductsPerMultiplyAdd);
    const size_t wanted = n_workers_ == 1 ? 1 : kSharesPerWorker * n_workers_;
    n_column_parts_ =
        std::min((wanted + n_row_blocks_ - 1) / n_row_blocks_, panels_.size());
  }

  bool can_pack() const { return panels_.can_pack(); }
  Error pack(const NodeView& node) {
    return panels_.pack(*node.store, [&] { return constants_of(node); });
  }

  Error run(const KernelArgs& args) const override {
    for_each_task(n_row_blocks_ * n_column_parts_, n_workers_,
                  [&](size_t task, size_t worker) {
                    run_share(args, task / n_column_parts_,
                              task % n_column_parts_, worker);
                  });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return has_lines() ? n_workers_ * lines_nbytes() : 0;
  }
  size_t packed_nbytes() const override { return panels_.nbytes(); }
  bool reads(size_t input) const override { return input < kWeight; }

 private:
  static Result<QuantizedPanels::Constants> constants_of(const NodeView& node) {
    QuantizedPanels::Constants found{};
    const Result<const void*> weight = node.inputs[kWeight].constant<void>();
    ET_CHECK_OK_OR_RETURN_ERROR(weight.error());
    found.weight = *weight;
    const Result<const float*> scale =
        node.inputs[kWeightScale].constant<float>();
    ET_CHECK_OK_OR_RETURN_ERROR(scale.error());
    found.scale = *scale;
    if (node.has(kBias)) {
      const Result<const float*> bias = node.inputs[kBias].constant<float>();
      ET_CHECK_OK_OR_RETURN_ERROR(bias.error());
      found.bias = *bias;
    }
    return found;
  }

  /// Rows are copied, to have zeros behind them.
  bool has_lines() const { return panels_.depth() != filter_.k; }
  size_t lines_nbytes() const {
    return align_up((kShareRows + loops_.max_rows) * panels_.depth());
  }

  /// Blocks are nearly equal, and whole tiles.
  size_t row_begin(size_t block) const {
    const size_t tiles = (m_ + loops_.max_rows - 1) / loops_.max_rows;
    return std::min(m_,
                    part_begin(tiles, n_row_blocks_, block) * loops_.max_rows);
  }

  QuantizedOperand rows_of(const KernelArgs& args, size_t first, size_t rows,
                           size_t worker) const {
    QuantizedOperand x = {args.input<uint8_t>(kX) + first * filter_.k,
                          filter_.k, args.input<float>(kScale) + first,
                          args.input<uint8_t>(kZeroPoint) + first};
    if (has_lines()) {
      const size_t depth = panels_.depth();
      auto* lines =
          static_cast<uint8_t*>(args.scratch) + worker * lines_nbytes();
      for (size_t i = 0; i < rows; ++i) {
        std::memcpy(lines + i * depth, x.numbers + i * filter_.k, filter_.k);
        std::memset(lines + i * depth + filter_.k, 0, depth - filter_.k);
      }
      x.numbers = lines;
      x.stride = depth;
    }
    return x;
  }

  void run_share(const KernelArgs& args, size_t row_block, size_t column_part,
                 size_t worker) const {
    const size_t first = row_begin(row_block);
    const size_t rows = row_begin(row_block + 1) - first;
    const QuantizedOperand x = rows_of(args, first, rows, worker);
    const auto loop =
        panels_.have_4_bits() ? loops_.panel_of_4_bits : loops_.panel;
    const size_t last =
        part_begin(panels_.size(), n_column_parts_, column_part + 1);
    for (size_t panel =
             part_begin(panels_.size(), n_column_parts_, column_part);
         panel < last; ++panel) {
      loop(x, rows, panels_[panel], panels_.n_columns(panel),
           args.output<float>(0) + first * filter_.n +
               panels_.first_column(panel),
           filter_.n);
    }
  }

  QuantizedMatMulLoops loops_;
  QuantizedFilter filter_;
  QuantizedPanels panels_;
  size_t m_;
  size_t n_row_blocks_;
  size_t n_column_parts_ = 1;
  size_t n_workers_ = 1;
};

}  // namespace

KernelResult make_gemm(const QuantizedMatMul&, const NodeView& node) {
  if (!node.are_constant_from(kWeight) || node.output().numel() == 0) {
    return KernelResult(nullptr);
  }
  auto kernel = std::make_unique<QuantizedMatMulKernel>(node);
  if (!kernel->can_pack()) {
    return KernelResult(nullptr);
  }
  ET_CHECK_OK_OR_RETURN_ERROR(kernel->pack(node));
  return KernelResult(std::move(kernel));
}

}  // namespace executorch::backends::engine::simd
