#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// What becomes of the sums of a product: y = alpha * sum + beta * c.
struct GemmOutput {
  float* y = nullptr;
  size_t row_stride = 0;
  float alpha = 1;
  float beta = 1;
  const float* c = nullptr;  ///< null: none
  size_t c_row_stride = 0;
  size_t c_column_stride = 0;  ///< 0 or 1
  bool is_first = true;        ///< y does not yet hold a part of the sums
  bool is_last = true;         ///< alpha, beta and c are due

  /// The same for what begins at this element of y.
  GemmOutput at(size_t row, size_t column) const {
    GemmOutput moved = *this;
    moved.y += row * row_stride + column;
    if (c != nullptr) {
      moved.c += row * c_row_stride + column * c_column_stride;
    }
    return moved;
  }
};

/// Rows of elements that are copied to other rows.
struct RowCopy {
  const float* from;
  size_t from_row_stride;
  size_t from_column_stride;
  float* to;
  size_t to_row_stride;
  size_t rows;
  size_t columns;
};

/// Loops of one target. Rows of a are packed as [k][rows], columns of b as
/// [k][width], where `width` is `columns` rounded up to whole vectors; there
/// are no more than max_rows and max_columns of them.
struct GemmLoops {
  size_t max_rows;
  size_t max_columns;
  size_t lanes;
  /// Multiplies one pack of rows by one pack of columns.
  void (*tile)(const float* a, size_t rows, const float* b, size_t columns,
               size_t k, const GemmOutput& output);
  void (*copy)(const RowCopy& copy);
};

/// Those of the best target of this CPU.
GemmLoops gemm_loops();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
