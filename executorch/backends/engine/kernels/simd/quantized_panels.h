#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/simd/quantized_matmul_loops.h>
#include <executorch/backends/engine/kernels/util/quantized_filter.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The weight of a QuantizedMatMul in panels, with what belongs to its columns.
class QuantizedPanels {
 public:
  QuantizedPanels(const QuantizedFilter& filter,
                  const QuantizedMatMulLoops& loops);

  /// Whether the loops can take the blocks, and bytes of the panels can be
  /// counted.
  bool can_pack() const;
  /// @param[in] weight,scale,bias The operands; the bias may be null.
  /// @retval Error::MemoryAllocationFailed
  Error pack(const void* weight, const float* scale, const float* bias);

  size_t size() const;  ///< of panels
  size_t first_column(size_t panel) const { return panel * loops_.max_columns; }
  size_t n_columns(size_t panel) const;
  QuantizedPanel operator[](size_t panel) const;
  /// Whether the loop of numbers of 4 bits is theirs.
  bool have_4_bits() const { return has_4_bits_; }
  /// Numbers of a column, zeros behind them included.
  size_t depth() const { return block_ * filter_.n_blocks; }
  size_t nbytes() const;

 private:
  size_t n_padded() const;
  size_t width(size_t panel) const;
  size_t column_nbytes() const { return has_4_bits_ ? depth() / 2 : depth(); }
  /// Bytes of what belongs to a block of a column: its sum, or its scale.
  size_t item_nbytes() const { return is_short_ ? 2 : 4; }
  /// How often a number counts.
  int factor() const;
  void set_form(bool has_4_bits);
  void pack_numbers(const int8_t* line, size_t column);
  void pack_blocks(const int8_t* line, const float* scale, size_t column);

  QuantizedFilter filter_;
  QuantizedMatMulLoops loops_;
  bool has_4_bits_ = false;
  bool is_short_ = false;  ///< as QuantizedPanel has it
  size_t block_ = 0;       ///< numbers with the zeros behind them
  AlignedBuffer numbers_;  ///< [panels], as QuantizedPanel has them
  AlignedBuffer sums_;     ///< [panels][blocks][width]
  AlignedBuffer scales_;   ///< the same
  AlignedBuffer bias_;     ///< float, by column
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
