#pragma once

#include <executorch/backends/engine/kernels/simd/gemm_loops.h>
#include <executorch/backends/engine/kernels/simd/packed_panels.h>
#include <executorch/backends/engine/kernels/simd/row_source.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Rows of a row-major matrix, one segment each.
class MatrixRows : public RowSource<float> {
 public:
  MatrixRows(const float* a, size_t row_stride)
      : a_(a), row_stride_(row_stride) {}
  void fill(size_t first, size_t n, const float** table,
            float* lines) const override;

 private:
  const float* a_;
  size_t row_stride_;
};

/// Panels of one matrix b: one of the pointers is set.
struct Panels {
  const float* floats = nullptr;
  const uint16_t* halves = nullptr;
  size_t first = 0;  ///< the panel that is there; further ones follow
};

/// The product of a [m, k] and b [k, n], in blocks that fit caches. k are the
/// segments of a, one after the other.
class Gemm {
 public:
  Gemm(size_t m, size_t n, size_t n_segments, size_t segment_numel);

  size_t m() const { return m_; }
  size_t depth() const { return n_segments_ * segment_numel_; }
  /// Floats of the panels of b.
  size_t packed_numel() const { return depth() * padded_n_; }
  /// Whether the bytes of the panels of `count` matrices can be counted.
  bool can_pack(size_t count) const;
  size_t n_panels() const;
  /// Floats of a panel, at most.
  size_t max_panel_numel() const;
  /// Where the element (k, column) of b is among the panels.
  size_t packed_offset(size_t k, size_t column) const;
  /// Packs panel `panel` of a matrix b, of which the element (k, column) is at
  /// b + k * row_stride + column, to its place among the panels at `to`.
  void pack_panel(const float* b, size_t row_stride, size_t panel,
                  float* to) const;
  /// The same for columns that follow one another by column(j): writes
  /// element k of column j to to[k * step].
  void pack_panel(
      runtime::FunctionRef<void(size_t column, float* to, size_t step)>
          write_column,
      size_t panel, float* to) const;
  /// The same of a panel that is alone at `to`.
  void fill_panel(
      runtime::FunctionRef<void(size_t column, float* to, size_t step)>
          write_column,
      size_t panel, float* to) const;

  /// A share of the product that one thread computes.
  struct Share {
    size_t first_row;
    size_t rows;
    size_t first_panel;
    size_t panels;
  };
  /// How many shares there are for so many threads.
  size_t n_shares(size_t n_workers) const;
  Share share(size_t i, size_t n_workers) const;
  /// Shares have no more rows.
  size_t max_share_rows() const { return block_rows(); }
  /// What a thread needs for the shares that it computes.
  size_t scratch_nbytes(size_t line_numel, bool is_half) const;
  void run(const Share& share, const RowSource<float>& a, const Panels& b,
           void* scratch, const GemmOutput& output) const;

 private:
  /// A part of k that is computed at a time.
  struct DepthBlock {
    size_t first_segment;
    size_t n_segments;
    size_t offset;  ///< in each segment
    size_t depth;   ///< of each segment
  };
  /// Floats that are going to be read next.
  struct Ahead {
    const float* floats = nullptr;
    size_t numel = 0;
  };
  struct Buffers;
  struct Job;

  /// How the result is divided into shares.
  struct Grid {
    size_t rows;
    size_t columns;
  };

  bool has_large_b() const;
  size_t block_rows() const;
  Grid grid(size_t n_workers) const;
  size_t n_depth_blocks(bool is_whole) const;
  DepthBlock depth_block(size_t i, bool is_whole) const;
  size_t columns_of(size_t panel) const;
  size_t width_of(size_t panel) const;
  size_t rows_of_tile(size_t rest, size_t panel) const;
  void run_panel(const Job& job, const GemmRows& a, size_t panel,
                 const float* b, const Ahead& ahead,
                 const GemmOutput& output) const;
  void run_panels(const Job& job, size_t first, size_t n) const;

  GemmLoops loops_;
  size_t m_;
  size_t n_;
  size_t n_segments_;
  size_t segment_numel_;
  size_t padded_n_;
  size_t block_depth_;  ///< of k, whole segments where they are short
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
