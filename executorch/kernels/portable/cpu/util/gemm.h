#pragma once

#include <executorch/kernels/portable/cpu/util/simd.h>

#include <cstddef>
#include <cstdint>

/// \file
/// Matrix products C += A B over row-major memory, blocked so that a panel of
/// B stays in the first-level cache and a tile of C in registers.
namespace executorch::kernels::portable {

/// Columns of a panel: every panel row holds this many values, the columns
/// beyond the matrix are zero.
inline constexpr size_t kPanelColumns = 32;
/// Rows of a panel (values of K) that are packed at a time.
inline constexpr size_t kPanelRows = 128;
/// Panels that are packed side by side; a row block of A serves all of them.
inline constexpr size_t kPanelGroup = 3;

/// The columns of B, copied on demand: `pack(source, k, rows, column, columns,
/// panel)` writes B[k + r][column + c] to panel[r * kPanelColumns + c] for
/// r < rows and c < columns, and zeros for the other columns.
struct PanelSourceF32 {
  void (*pack)(const void* source, size_t k, size_t rows, size_t column,
               size_t columns, float* panel) = nullptr;
  const void* source = nullptr;
};

/// A row-major matrix in memory as a panel source.
struct MatrixF32 {
  const float* data = nullptr;
  size_t row_stride = 0;
};
PanelSourceF32 panel_source(const MatrixF32& matrix);

/// c[m x n] += a[m x k] * b[k x n], in float32.
/// \param lda, ldc  elements between rows of a and c
void gemm_f32(size_t m, size_t n, size_t k, const float* a, size_t lda,
              const PanelSourceF32& b, float* c, size_t ldc);

/// The rows of A, converted on demand: `pack(source, row, rows, k, depth,
/// block)` writes A[row + r][k + i] to block[r * depth + i].
struct BlockSourceF32 {
  void (*pack)(const void* source, size_t row, size_t rows, size_t k,
               size_t depth, float* block) = nullptr;
  const void* source = nullptr;
};

/// Takes finished sums of A B: element [row + r][column + c] of the product is
/// sums[r * kPanelColumns + c].
struct BlockSinkF32 {
  void (*store)(const void* sink, size_t row, size_t rows, size_t column,
                size_t columns, float* sums) = nullptr;
  const void* sink = nullptr;
};

/// The product of matrices of another element type, summed in float32; every
/// element reaches the sink once.
void gemm_converted(size_t m, size_t n, size_t k, const BlockSourceF32& a,
                    const PanelSourceF32& b, const BlockSinkF32& c);

/// c[n] += a[k] * b[k x n] for one row.
void gemv_f32(size_t n, size_t k, const float* a, const MatrixF32& b, float* c);

/// out[i * out_stride] += weight * in[i * in_stride] for i < count.
void axpy_f32(size_t count, float weight, const float* in, size_t in_stride,
              float* out, size_t out_stride);

}  // namespace executorch::kernels::portable
