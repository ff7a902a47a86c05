#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
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
  /// @param[in] segment_numel Whole quads.
  QuantizedGemm(const QuantizedConv2d& op, size_t m, size_t n,
                size_t n_segments, size_t segment_numel);

  /// Whether the bytes of the panels can be counted.
  bool can_pack() const;
  /// Packs the columns of b, each of which `write_column` writes to depth()
  /// zeros.
  ///
  /// @param[in] scale,bias By column; the bias may be null.
  Error pack(runtime::FunctionRef<void(size_t column, int8_t* to)> write_column,
             const float* scale, const int32_t* bias);

  size_t m() const { return m_; }
  size_t depth() const { return n_segments_ * segment_numel_; }
  size_t packed_nbytes() const {
    return panels_.nbytes() + offsets_.nbytes() + scales_.nbytes();
  }

  /// How many shares, of about equal work, there are for so many threads.
  size_t n_shares(size_t n_workers) const;
  /// What a thread needs.
  size_t scratch_nbytes(size_t line_numel) const;
  /// Computes one of `n_shares` shares.
  void run(size_t share, size_t n_shares, const RowSource<uint8_t>& a,
           uint8_t* y, size_t row_stride, void* scratch) const;

 private:
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
  AlignedBuffer panels_;
  AlignedBuffer offsets_;  ///< int32, by column
  AlignedBuffer scales_;   ///< float, by column
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
