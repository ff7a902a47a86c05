#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/simd/gemm_loops.h>
#include <executorch/backends/engine/kernels/simd/half_loops.h>

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

/// An operand in the form that tiles take, with a matrix after the other where
/// there are several. Numbers that are float16 are kept so: a pack or a block
/// is converted when it is used.
class PackedOperand {
 public:
  /// Packs `count` matrices of `numel` elements; pack(i, to) writes the i-th.
  template <typename Pack>
  Error make(size_t count, size_t numel, bool is_half, const Pack& pack) {
    ET_CHECK_OK_OR_RETURN_ERROR(allocate(count, numel, is_half));
    AlignedBuffer floats;
    if (is_half) {
      ET_CHECK_OK_OR_RETURN_ERROR(floats.allocate(numel * sizeof(float)));
    }
    for (size_t i = 0; i < count; ++i) {
      float* to =
          is_half ? floats.as<float>() : buffer_.as<float>() + i * numel;
      pack(i, to);
      if (is_half) {
        store_halves(to, i);
      }
    }
    return Error::Ok;
  }

  bool is_made() const { return buffer_.data() != nullptr; }
  bool is_half() const { return is_half_; }
  size_t nbytes() const { return buffer_.nbytes(); }
  /// Matrix `i`, of floats or of halves.
  const void* data(size_t i) const;

 private:
  Error allocate(size_t count, size_t numel, bool is_half);
  void store_halves(const float* floats, size_t i);

  AlignedBuffer buffer_;
  size_t numel_ = 0;
  bool is_half_ = false;
};

/// The product of a [m, k] and b [k, n], in blocks that fit caches. Operands
/// are packed before, or block by block in scratch memory when it runs.
class Gemm {
 public:
  Gemm(size_t m, size_t n, size_t k);

  /// What make() of a packed operand needs.
  size_t packed_a_numel() const { return m_ * k_; }
  size_t packed_b_numel() const { return k_ * padded_n_; }
  void pack_a(const MatrixRows& a, float* to) const;
  void pack_b(const ColumnSource& b, float* to) const;

  /// Of run(), for operands of which some may be packed.
  size_t scratch_nbytes(const PackedOperand& a, const PackedOperand& b) const;

  void run(const PackedOperand& a, size_t index, const ColumnSource& b,
           void* scratch, const GemmOutput& output) const;
  void run(const MatrixRows& a, const PackedOperand& b, size_t index,
           void* scratch, const GemmOutput& output) const;
  void run(const MatrixRows& a, const ColumnSource& b, void* scratch,
           const GemmOutput& output) const;

 private:
  struct Range {
    size_t begin;
    size_t end;
    size_t size() const { return end - begin; }
  };
  struct RowPacks;
  struct RowSource;
  struct PanelSource;

  size_t depth_blocks() const;
  Range depth_block(size_t i) const;
  size_t width(size_t columns) const;
  size_t scratch_a_nbytes() const;
  size_t scratch_b_nbytes() const;
  void pack_rows(const MatrixRows& a, Range rows, Range depth, float* to) const;
  void pack_columns(const ColumnSource& b, Range columns, Range depth,
                    float* to) const;
  RowPacks row_packs(const RowSource& a, Range rows, Range depth) const;
  const float* panels(const PanelSource& b, Range columns, Range depth) const;
  void multiply(const RowPacks& a, Range rows, const float* b, Range columns,
                Range depth, const GemmOutput& output) const;
  void run_blocks(const RowSource& a, const PanelSource& b,
                  const GemmOutput& output) const;

  GemmLoops loops_;
  HalfLoops half_loops_;
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
