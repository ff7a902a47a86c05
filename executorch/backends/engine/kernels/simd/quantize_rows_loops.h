#pragma once

#include <executorch/backends/engine/kernels/util/row_quantization.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// Of the numbers of a row and 0.
struct RowExtremes {
  float min;
  float max;
  bool is_finite;  ///< whether all numbers are; else the others do not count
};

/// Loops of one target, over rows of n elements.
struct QuantizeRowsLoops {
  RowExtremes (*extremes)(const float* x, size_t n);
  /// Of a finite row.
  void (*quantize)(const float* x, uint8_t* y, size_t n,
                   const RowQuantization& quantization);
};

/// Those of the best target of this CPU.
QuantizeRowsLoops quantize_rows_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
