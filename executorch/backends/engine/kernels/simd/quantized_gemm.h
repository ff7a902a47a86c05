#pragma once

#include <executorch/backends/engine/kernels/simd/packed_filters.h>
#include <executorch/backends/engine/kernels/simd/quantized_gemm_loops.h>
#include <executorch/backends/engine/kernels/simd/row_source.h>
#include <executorch/runtime/core/function_ref.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The product of a [m, k] uint8 and b [k, n] int8, requantized to uint8. It
/// keeps b; k are the segments of a, one after the other.
class QuantizedGemm {
 public:
  /// Writes a column of b to depth() zeros.
  using WriteColumn = runtime::FunctionRef<void(const int8_t* weight,
                                                size_t column, int8_t* to)>;

  /// @param[in] segment_numel Whole quads.
  QuantizedGemm(const QuantizedConv2d& op, size_t m, size_t n,
                size_t n_segments, size_t segment_numel);

  /// Whether the bytes of the panels can be counted.
  bool can_pack() const;
  /// Packs b.
  ///
  /// @param[in] constants Gives scale and bias by column.
  /// @retval Error::MemoryAllocationFailed
  Error pack(PackedStore& store,
             runtime::FunctionRef<Result<QuantizedConstants>()> constants,
             WriteColumn write_column);

  size_t m() const { return m_; }
  size_t depth() const { return n_segments_ * segment_numel_; }
  size_t packed_nbytes() const { return panels_.nbytes(); }

  /// How many shares, of about equal work, there are for so many threads.
  size_t n_shares(size_t n_workers) const;
  /// What a thread needs.
  size_t scratch_nbytes(size_t line_numel) const;
  /// Computes one of `n_shares` shares.
  void run(size_t share, size_t n_shares, const RowSource<uint8_t>& a,
           uint8_t* y, size_t row_stride, void* scratch) const;

 private:
  Error fill(const QuantizedConstants& constants, WriteColumn write_column,
             const PackedFilters::Parts& to) const;
  void widen(size_t rows, const uint8_t** table, int16_t* to) const;
  size_t n_panels() const;
  size_t n_row_blocks() const;
  size_t row_begin(size_t block) const;

  QuantizedGemmLoops loops_;
  Requantization requantization_;
  int32_t a_zero_point_;
  size_t m_;
  size_t n_;
  size_t n_segments_;
  size_t segment_numel_;
  PackedFilters panels_;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
