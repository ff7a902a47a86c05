#pragma once

#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/kernels/simd/quantized_matmul_loops.h>
#include <executorch/backends/engine/kernels/util/quantized_filter.h>
#include <executorch/runtime/core/function_ref.h>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The weight of a QuantizedMatMul in panels, with what belongs to its columns.
class QuantizedPanels {
 public:
  /// Operands that are packed.
  struct Constants {
    const void* weight;
    const float* scale;
    const float* bias;  ///< may be null
  };
  using GetConstants = runtime::FunctionRef<Result<Constants>()>;

  QuantizedPanels(const QuantizedFilter& filter,
                  const QuantizedMatMulLoops& loops);

  /// Whether the loops can take the blocks, and bytes of the panels can be
  /// counted.
  bool can_pack() const;
  /// Packs what the store does not have.
  ///
  /// @retval Error::MemoryAllocationFailed
  Error pack(PackedStore& store, GetConstants constants);

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
  /// Where the parts of the block begin.
  struct Places {
    size_t sums;
    size_t scales;
    size_t bias;
    size_t end;
  };
  /// The parts while they are filled: numbers as QuantizedPanel has them, sums
  /// and scales [panels][blocks][width], bias by column.
  struct Parts {
    uint8_t* numbers;
    std::byte* sums;
    std::byte* scales;
    float* bias;
  };

  size_t n_padded() const;
  size_t width(size_t panel) const;
  size_t column_nbytes() const { return has_4_bits_ ? depth() / 2 : depth(); }
  /// Bytes of what belongs to a block of a column: its sum, or its scale.
  size_t item_nbytes() const { return is_short_ ? 2 : 4; }
  /// How often a number counts.
  int factor() const;
  Places places() const;
  void set_form(bool has_4_bits);
  Error choose_form(PackedStore& store, GetConstants constants);
  Error fill(const Constants& constants, const Parts& to) const;
  void pack_numbers(const int8_t* line, size_t column, uint8_t* to) const;
  void pack_blocks(const int8_t* line, const float* scale, size_t column,
                   const Parts& to) const;

  QuantizedFilter filter_;
  QuantizedMatMulLoops loops_;
  bool has_4_bits_ = false;
  bool is_short_ = false;  ///< as QuantizedPanel has it
  size_t block_ = 0;       ///< numbers with the zeros behind them
  const std::byte* packed_ = nullptr;
};

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
