#pragma once

#include <executorch/backends/engine/kernels/util/requantize.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Numbers of a lane: sums of four products are one step of the loops.
inline constexpr size_t kQuad = 4;

/// Rows of a, in segments that lie anywhere: segment s of row r are the `depth`
/// numbers, whole quads, from table[s * table_step + r] on: bytes, or int16 if
/// the loops widen them.
struct QuantizedRows {
  const uint8_t* const* table;
  size_t table_step;
  size_t n_segments;
  size_t depth;
};

/// Where the result goes, and what belongs to its columns.
struct QuantizedOutput {
  uint8_t* y;
  size_t row_stride;
  const int32_t* offsets;  ///< added to the sums; whole vectors
  const float* scales;     ///< whole vectors
  Requantization requantization;
};

/// Loops of one target. A panel is columns of b as [k / group][width][group],
/// where `width` is their number rounded up to whole vectors.
struct QuantizedGemmLoops {
  size_t max_rows;
  size_t max_columns;
  size_t lanes;
  size_t group;  ///< numbers that a lane multiplies in a step
  /// Makes int16 of the numbers of a, which `panel` then takes; null: it takes
  /// bytes.
  void (*widen)(const uint8_t* from, size_t n, int16_t* to);
  /// Multiplies `rows` rows, any number, by a panel of up to max_columns
  /// columns.
  void (*panel)(const QuantizedRows& a, size_t rows, const int8_t* b,
                size_t columns, const QuantizedOutput& output);
};

/// Those of the best target of this CPU.
QuantizedGemmLoops quantized_gemm_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
