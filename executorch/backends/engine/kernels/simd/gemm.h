#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/simd/gemm_loops.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Where columns of b come from.
class ColumnSource {
 public:
  virtual ~ColumnSource() = default;
  /// Writes rows [k, k + depth) of columns [column, column + columns) as
  /// [depth][width]; what is beyond `columns` is left as it is.
  virtual void pack(const GemmLoops& loops, size_t k, size_t depth,
                    size_t column, size_t columns, size_t width,
                    float* to) const = 0;
};

/// Columns of a matrix, row-major or transposed.
class MatrixColumns : public ColumnSource {
 public:
  MatrixColumns(const float* b, size_t row_stride, size_t column_stride)
      : b_(b), row_stride_(row_stride), column_stride_(column_stride) {}

  void pack(const GemmLoops& loops, size_t k, size_t depth, size_t column,
            size_t columns, size_t width, float* to) const override;

 private:
  const float* b_;
  size_t row_stride_;
  size_t column_stride_;
};

/// A row-major matrix of which tiles take packs of rows.
struct MatrixRows {
  const float* a;
  size_t row_stride;
};

/// The product of a [m, k] and b [k, n], in blocks that fit caches.
///
/// Each of a and b is either packed before or in scratch memory, block by
/// block, when it runs.
class Gemm {
 public:
  Gemm(size_t m, size_t n, size_t k);

  size_t packed_a_numel() const { return m_ * k_; }
  size_t packed_b_numel() const { return k_ * padded_n_; }
  void pack_a(const MatrixRows& a, float* to) const;
  void pack_b(const ColumnSource& b, float* to) const;

  size_t scratch_a_nbytes() const;
  size_t scratch_b_nbytes() const;

  /// a and b are packed.
  void run(const float* a, const float* b, const GemmOutput& output) const;
  /// a is packed; scratch: scratch_b_nbytes().
  void run(const float* a, const ColumnSource& b, void* scratch,
           const GemmOutput& output) const;
  /// b is packed; scratch: scratch_a_nbytes().
  void run(const MatrixRows& a, const float* b, void* scratch,
           const GemmOutput& output) const;
  /// scratch: scratch_a_nbytes() + scratch_b_nbytes().
  void run(const MatrixRows& a, const ColumnSource& b, void* scratch,
           const GemmOutput& output) const;

 private:
  struct Range {
    size_t begin;
    size_t end;
    size_t size() const { return end - begin; }
  };

  size_t depth_blocks() const;
  Range depth_block(size_t i) const;
  size_t width(size_t columns) const;
  void pack_rows(const MatrixRows& a, Range rows, Range depth, float* to) const;
  void pack_columns(const ColumnSource& b, Range columns, Range depth,
                    float* to) const;
  void multiply(const float* a, Range rows, const float* b, Range columns,
                Range depth, const GemmOutput& output) const;
  template <typename Rows, typename Columns>
  void run_blocks(const Rows& rows, const Columns& columns,
                  const GemmOutput& output) const;

  GemmLoops loops_;
  size_t m_;
  size_t n_;
  size_t k_;
  size_t padded_n_;
  size_t block_columns_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
