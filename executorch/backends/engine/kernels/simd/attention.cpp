#include <executorch/backends/engine/kernels/simd/attention_loops.h>
#include <executorch/backends/engine/kernels/simd/gemm.h>
#include <executorch/backends/engine/kernels/simd/row_loops.h>
#include <executorch/backends/engine/kernels/simd/simd_kernels.h>
#include <executorch/backends/engine/kernels/util/attention_shape.h>
#include <executorch/backends/engine/kernels/util/parallel.h>
#include <executorch/runtime/core/checked_math.h>

#include <algorithm>

namespace executorch::backends::engine::simd {
namespace {

using Matrices = AttentionShape::Matrices;

/// Rows for which it does not pay to pack keys and values.
constexpr size_t kFewRows = 3;
/// Scores of a block of rows stay in the second-level cache, and rows are as
/// many as tiles take.
constexpr size_t kScoreFloats = 1 << 14;
constexpr size_t kMinBlockRows = 12;
constexpr size_t kMaxBlockRows = 96;
/// So many tasks a thread, for threads that are not equally fast.
constexpr size_t kTasksPerWorker = 2;

constexpr size_t divide_up(size_t n, size_t by) { return (n + by - 1) / by; }

size_t workers_of(const AttentionShape& shape) {
  return workers_for(shape.batch_count() * shape.rows * shape.keys *
                     (shape.depth + shape.columns + kElementCost));
}

/// What an operand begins with in each matrix.
struct Operands {
  const float* q;
  const float* k;
  const float* v;
  const float* mask;
  float* y;

  Operands(const AttentionShape& shape, const KernelArgs& args, size_t i)
      : q(args.input<float>(0) + shape.offset(shape.q, i)),
        k(args.input<float>(1) + shape.offset(shape.k, i)),
        v(args.input<float>(2) + shape.offset(shape.v, i)),
        mask(shape.has_mask ? args.input<float>(Attention::kMask) +
                                  shape.offset(shape.mask, i)
                            : nullptr),
        y(args.output<float>(0) + shape.offset(shape.y, i)) {}
};

/// Row by row, keys and values where they are.
class FewRowsKernel : public Kernel {
 public:
  FewRowsKernel(const Attention& op, const NodeView& node)
      : shape_(op, node),
        scale_(static_cast<float>(op.scale)),
        loops_(attention_loops()),
        rows_(row_loops()),
        n_workers_(workers_of(shape_)) {}

  Error run(const KernelArgs& args) const override {
    for_each_task(
        shape_.batch_count(), n_workers_, [&](size_t i, size_t worker) {
          const Operands operands(shape_, args, i);
          auto* scores = reinterpret_cast<float*>(
              static_cast<std::byte*>(args.scratch) + worker * scores_nbytes());
          for (size_t row = 0; row < shape_.rows; ++row) {
            run_row(operands, row, scores);
          }
        });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * scores_nbytes();
  }

 private:
  size_t scores_nbytes() const { return align_up(shape_.keys * sizeof(float)); }

  void run_row(const Operands& operands, size_t row, float* scores) const {
    const float* q = operands.q + row * shape_.q.row_stride;
    if (shape_.k.column_stride == 1) {
      loops_.dot_rows(q, operands.k, shape_.k.row_stride, shape_.keys,
                      shape_.depth, scores);
    } else {
      loops_.combine_rows(q, operands.k, shape_.k.column_stride, shape_.depth,
                          shape_.keys, scores);
    }
    rows_.scale(scores, scores, shape_.keys, scale_, 0);
    if (operands.mask != nullptr) {
      const float* mask = operands.mask + row * shape_.mask.row_stride;
      for (size_t t = 0; t < shape_.keys; ++t) {
        scores[t] += mask[t * shape_.mask.column_stride];
      }
    }
    rows_.softmax(scores, scores, shape_.keys);
    loops_.combine_rows(scores, operands.v, shape_.v.row_stride, shape_.keys,
                        shape_.columns, operands.y + row * shape_.y.row_stride);
  }

  AttentionShape shape_;
  float scale_;
  AttentionLoops loops_;
  RowLoops rows_;
  size_t n_workers_;
};

size_t rows_of_block(const AttentionShape& shape) {
  return std::min(shape.rows, std::clamp(kScoreFloats / shape.keys,
                                         kMinBlockRows, kMaxBlockRows));
}

/// Blocks of rows by packed keys, their scores, and those by packed values.
class BlocksKernel : public Kernel {
 public:
  BlocksKernel(const Attention& op, const NodeView& node)
      : shape_(op, node),
        scale_(static_cast<float>(op.scale)),
        block_rows_(rows_of_block(shape_)),
        scores_(block_rows_, shape_.keys, 1, shape_.depth),
        values_(block_rows_, shape_.columns, 1, shape_.keys),
        rows_(row_loops()),
        n_workers_(workers_of(shape_)) {
    const size_t blocks = divide_up(shape_.rows, block_rows_);
    parts_ = std::min(
        blocks, divide_up(n_workers_ * kTasksPerWorker, shape_.batch_count()));
    parts_ = n_workers_ == 1 ? 1 : parts_;
  }

  bool can_pack() const {
    size_t numel = 0;
    return scores_.can_pack(n_workers_) && values_.can_pack(n_workers_) &&
           !runtime::internal::mul_overflows(block_rows_, shape_.keys,
                                             &numel) &&
           numel < SIZE_MAX / 16 / n_workers_;
  }

  Error run(const KernelArgs& args) const override {
    for_each_task(
        shape_.batch_count() * parts_, n_workers_,
        [&](size_t task, size_t worker) {
          const Operands operands(shape_, args, task / parts_);
          const Buffers buffers(*this, static_cast<std::byte*>(args.scratch) +
                                           worker * worker_nbytes());
          pack_keys(operands.k, buffers.keys);
          pack_values(operands.v, buffers.values);
          const size_t part = task % parts_;
          const size_t last = part_begin(shape_.rows, parts_, part + 1);
          size_t row = part_begin(shape_.rows, parts_, part);
          for (size_t n = 0; row < last; row += n) {
            n = std::min(block_rows_, last - row);
            run_block(operands, row, n, buffers);
          }
        });
    return Error::Ok;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }

 private:
  size_t keys_nbytes() const {
    return align_up(scores_.packed_numel() * sizeof(float));
  }
  size_t values_nbytes() const {
    return align_up(values_.packed_numel() * sizeof(float));
  }
  size_t block_nbytes() const {
    return align_up(block_rows_ * shape_.keys * sizeof(float));
  }
  size_t worker_nbytes() const {
    return keys_nbytes() + values_nbytes() + block_nbytes() +
           align_up(std::max(scores_.scratch_nbytes(0, false),
                             values_.scratch_nbytes(0, false)));
  }

  /// The scratch memory of a thread.
  struct Buffers {
    float* keys;
    float* values;
    float* block;
    void* gemm;

    Buffers(const BlocksKernel& kernel, std::byte* bytes)
        : keys(reinterpret_cast<float*>(bytes)),
          values(reinterpret_cast<float*>(bytes += kernel.keys_nbytes())),
          block(reinterpret_cast<float*>(bytes += kernel.values_nbytes())),
          gemm(bytes + kernel.block_nbytes()) {}
  };

  void pack_keys(const float* k, float* to) const {
    const size_t stride = shape_.k.row_stride;
    for (size_t panel = 0; panel < scores_.n_panels(); ++panel) {
      if (shape_.k.column_stride != 1) {
        scores_.pack_panel(k, shape_.k.column_stride, panel, to);
        continue;
      }
      scores_.pack_panel(
          [&](size_t key, float* column, size_t step) {
            const float* row = k + key * stride;
            for (size_t d = 0; d < shape_.depth; ++d) {
              column[d * step] = row[d];
            }
          },
          panel, to);
    }
  }

  void pack_values(const float* v, float* to) const {
    for (size_t panel = 0; panel < values_.n_panels(); ++panel) {
      values_.pack_panel(v, shape_.v.row_stride, panel, to);
    }
  }

  void run_block(const Operands& operands, size_t row, size_t n,
                 const Buffers& buffers) const {
    GemmOutput scores;
    scores.y = buffers.block;
    scores.row_stride = shape_.keys;
    scores.alpha = scale_;
    if (operands.mask != nullptr) {
      scores.c = operands.mask + row * shape_.mask.row_stride;
      scores.c_row_stride = shape_.mask.row_stride;
      scores.c_column_stride = shape_.mask.column_stride;
    }
    const MatrixRows q(operands.q + row * shape_.q.row_stride,
                       shape_.q.row_stride);
    scores_.run({0, n, 0, scores_.n_panels()}, q, {buffers.keys}, buffers.gemm,
                scores);
    for (size_t i = 0; i < n; ++i) {
      float* one = buffers.block + i * shape_.keys;
      rows_.softmax(one, one, shape_.keys);
    }
    GemmOutput result;
    result.y = operands.y + row * shape_.y.row_stride;
    result.row_stride = shape_.y.row_stride;
    values_.run({0, n, 0, values_.n_panels()},
                MatrixRows(buffers.block, shape_.keys), {buffers.values},
                buffers.gemm, result);
  }

  AttentionShape shape_;
  float scale_;
  size_t block_rows_;
  Gemm scores_;
  Gemm values_;
  RowLoops rows_;
  size_t n_workers_;
  size_t parts_;  ///< of the rows of a matrix
};

}  // namespace

KernelResult make_attention(const Attention& op, const NodeView& node) {
  const AttentionShape shape(op, node);
  const bool is_in_rows =
      shape.q.column_stride == 1 && shape.v.column_stride == 1 &&
      shape.y.column_stride == 1 &&
      (shape.k.column_stride == 1 || shape.k.row_stride == 1) &&
      (!shape.has_mask || shape.mask.column_stride <= 1);
  if (!is_in_rows) {
    return KernelResult(nullptr);
  }
  if (shape.rows <= kFewRows) {
    return KernelResult(std::make_unique<FewRowsKernel>(op, node));
  }
  auto kernel = std::make_unique<BlocksKernel>(op, node);
  return kernel->can_pack() ? KernelResult(std::move(kernel))
                            : KernelResult(nullptr);
}

}  // namespace executorch::backends::engine::simd
