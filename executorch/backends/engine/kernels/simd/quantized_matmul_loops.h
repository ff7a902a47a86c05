#pragma once

#include <executorch/backends/engine/kernels/simd/quantized_gemm_loops.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Rows of x, whose numbers are whole steps of the loops.
struct QuantizedOperand {
  const uint8_t* numbers;
  size_t stride;        ///< numbers from one row to the next
  const float* scales;  ///< by row
  const uint8_t* zero_points;
};

/// Columns that the loops take together, `width` of them: whole vectors. One
/// step is four numbers of each column, int8 [block / 4][width][4] in each
/// block; or eight numbers of 4 bits, two's complement, [block / 8][width][4]:
/// numbers 0 to 3 are in the low halves of the bytes, 4 to 7 in the high ones.
/// Numbers of 4 bits count 16 times: they are multiplied where they are in
/// their byte.
struct QuantizedPanel {
  const uint8_t* numbers;
  const void* sums;    ///< [n_blocks][width], of the numbers: int32
  const void* scales;  ///< [n_blocks][width]: float
  bool is_short;       ///< sums are int16, scales the upper halves of floats
  const float* bias;   ///< [width]
  size_t n_blocks;
  size_t block;  ///< numbers, whole steps
};

/// Loops of one target.
struct QuantizedMatMulLoops {
  size_t max_rows;
  size_t max_columns;
  size_t lanes;
  /// y [rows, columns], its rows `stride` apart: `rows` rows, any number, by up
  /// to max_columns columns.
  using Panel = void (*)(QuantizedOperand x, size_t rows,
                         const QuantizedPanel& weight, size_t columns, float* y,
                         size_t stride);
  Panel panel;  ///< of int8
  Panel panel_of_4_bits;
};

/// Those of the best target of this CPU.
QuantizedMatMulLoops quantized_matmul_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
