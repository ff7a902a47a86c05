#pragma once

#include <cstddef>
#include <limits>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What becomes of the sums of a product:
/// y = min(max(alpha * sum + beta * c + residual, min), max).
struct GemmOutput {
  float* y = nullptr;
  size_t row_stride = 0;
  float alpha = 1;
  float beta = 1;
  const float* c = nullptr;  ///< null: none
  size_t c_row_stride = 0;
  size_t c_column_stride = 0;       ///< 0 or 1
  const float* residual = nullptr;  ///< null: none; strides are those of y
  float min = -std::numeric_limits<float>::infinity();
  float max = std::numeric_limits<float>::infinity();
  bool is_first = true;  ///< y does not yet hold a part of the sums
  bool is_last = true;   ///< all but the sum is due

  bool has_bounds() const {
    return min > -std::numeric_limits<float>::infinity() ||
           max < std::numeric_limits<float>::infinity();
  }
  /// The same for what begins at this element of y.
  GemmOutput at(size_t row, size_t column) const {
    GemmOutput moved = *this;
    moved.y += row * row_stride + column;
    if (c != nullptr) {
      moved.c += row * c_row_stride + column * c_column_stride;
    }
    if (residual != nullptr) {
      moved.residual += row * row_stride + column;
    }
    return moved;
  }
};

/// Rows of a, in segments that lie anywhere: segment s of row r are the
/// `depth` floats from table[s * table_step + r] + offset on.
struct GemmRows {
  const float* const* table;
  size_t table_step;
  size_t n_segments;
  size_t offset;
  size_t depth;
  /// What is going to be read next, a cache line for each k; null: nothing.
  const float* ahead;
};

/// Loops of one target. A panel is columns of b as [k][width], where `width` is
/// their number rounded up to whole vectors.
struct GemmLoops {
  size_t max_rows;
  size_t max_columns;
  size_t lanes;
  /// A tile may have this many rows too, of a panel of up to max_columns / 2
  /// columns.
  size_t tall_rows;
  /// Multiplies up to max_rows rows by a panel of up to max_columns columns, of
  /// which row k is at b + k * b_step.
  void (*tile)(const GemmRows& a, size_t rows, const float* b, size_t b_step,
               size_t columns, const GemmOutput& output);
};

/// Those of the best target of this CPU.
GemmLoops gemm_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
