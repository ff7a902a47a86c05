#include <executorch/kernels/portable/cpu/util/gemm.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

/// What a tile function gets: `rows` rows of A times one panel, added to C.
struct TileArgs {
  const float* a;
  size_t lda;
  const float* panel;
  float* c;
  size_t ldc;
  size_t depth;
};

#if defined(__GNUC__)
/// C[rows x kPanelColumns] += A[rows x depth] * panel; the tile of C is in
/// registers, `vectors` of them for each row, one column strip at a time.
template <size_t rows, size_t vectors, size_t nbytes>
ET_ALWAYS_INLINE void tile(const TileArgs& args) {
  using Vector = typename VectorOf<nbytes>::Type;
  constexpr size_t kLanes = nbytes / sizeof(float);
  constexpr size_t kStrip = vectors * kLanes;
  static_assert(kPanelColumns % kStrip == 0);
  for (size_t strip = 0; strip < kPanelColumns; strip += kStrip) {
    Vector sum[rows][vectors];
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        std::memcpy(&sum[r][v], args.c + r * args.ldc + strip + v * kLanes,
                    nbytes);
      }
    }
    const float* b = args.panel + strip;
    for (size_t k = 0; k < args.depth; ++k, b += kPanelColumns) {
      Vector column[vectors];
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        std::memcpy(&column[v], b + v * kLanes, nbytes);
      }
#pragma GCC unroll 16
      for (size_t r = 0; r < rows; ++r) {
        const float weight = args.a[r * args.lda + k];
#pragma GCC unroll 16
        for (size_t v = 0; v < vectors; ++v) {
          sum[r][v] += weight * column[v];
        }
      }
    }
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        std::memcpy(args.c + r * args.ldc + strip + v * kLanes, &sum[r][v],
                    nbytes);
      }
    }
  }
}
#else
template <size_t rows, size_t vectors, size_t nbytes>
void tile(const TileArgs& args) {
  for (size_t k = 0; k < args.depth; ++k) {
    for (size_t r = 0; r < rows; ++r) {
      const float weight = args.a[r * args.lda + k];
      for (size_t i = 0; i < kPanelColumns; ++i) {
        args.c[r * args.ldc + i] += weight * args.panel[k * kPanelColumns + i];
      }
    }
  }
}
#endif

/// Up to the largest tile height of a CPU, then its halves.
template <size_t rows, size_t vectors, size_t nbytes>
ET_ALWAYS_INLINE size_t tile_of(size_t left, const TileArgs& args) {
  if (left >= rows) {
    tile<rows, vectors, nbytes>(args);
    return rows;
  }
  if constexpr (rows > 1) {
    return tile_of<rows / 2, vectors, nbytes>(left, args);
  }
  return 0;
}

template <size_t rows, size_t vectors, size_t nbytes>
ET_ALWAYS_INLINE void tile_column(size_t m, TileArgs args) {
  while (m > 0) {
    const size_t done = tile_of<rows, vectors, nbytes>(m, args);
    args.a += done * args.lda;
    args.c += done * args.ldc;
    m -= done;
  }
}

using TileColumn = void (*)(size_t m, TileArgs args);

void tile_column_generic(size_t m, TileArgs args) {
  tile_column<4, 2, 16>(m, args);
}

#if defined(ET_X86_TARGETS)
__attribute__((target("avx2,fma"))) void tile_column_avx2(size_t m,
                                                          TileArgs args) {
  tile_column<4, 2, 32>(m, args);
}

__attribute__((target("avx512f"))) void tile_column_avx512(size_t m,
                                                           TileArgs args) {
  tile_column<8, 2, 64>(m, args);
}
#endif

TileColumn best_tile_column() {
#if defined(ET_X86_TARGETS)
  if (__builtin_cpu_supports("avx512f")) {
    return tile_column_avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return tile_column_avx2;
  }
#endif
  return tile_column_generic;
}

/// The last panel of a row of C: through a buffer of full width.
void tile_partial(TileColumn column, size_t m, TileArgs args, size_t columns) {
  constexpr size_t kRows = 8;
  float buffer[kRows * kPanelColumns];
  for (size_t row = 0; row < m; row += kRows) {
    const size_t rows = std::min(kRows, m - row);
    float* c = args.c + row * args.ldc;
    std::memset(buffer, 0, sizeof(buffer));
    column(rows, {args.a + row * args.lda, args.lda, args.panel, buffer,
                  kPanelColumns, args.depth});
    for (size_t r = 0; r < rows; ++r) {
      for (size_t i = 0; i < columns; ++i) {
        c[r * args.ldc + i] += buffer[r * kPanelColumns + i];
      }
    }
  }
}

void pack_matrix(const void* source, size_t k, size_t rows, size_t column,
                 size_t columns, float* panel) {
  const auto& matrix = *static_cast<const MatrixF32*>(source);
  const float* from = matrix.data + k * matrix.row_stride + column;
  for (size_t r = 0; r < rows; ++r) {
    std::memcpy(panel, from, columns * sizeof(float));
    std::fill(panel + columns, panel + kPanelColumns, 0.0f);
    panel += kPanelColumns;
    from += matrix.row_stride;
  }
}

}  // namespace

PanelSourceF32 panel_source(const MatrixF32& matrix) {
  return {pack_matrix, &matrix};
}

void gemm_f32(size_t m, size_t n, size_t k, const float* a, size_t lda,
              const PanelSourceF32& b, float* c, size_t ldc) {
  constexpr size_t kPanelSize = kPanelRows * kPanelColumns;
  constexpr size_t kGroupColumns = kPanelGroup * kPanelColumns;
  constexpr size_t kRowBlock = 32;
  alignas(64) float panels[kPanelGroup * kPanelSize];
  const TileColumn column = best_tile_column();
  for (size_t j = 0; j < n; j += kGroupColumns) {
    const size_t group = std::min(kGroupColumns, n - j);
    for (size_t p = 0; p < k; p += kPanelRows) {
      const size_t depth = std::min(kPanelRows, k - p);
      for (size_t i = 0; i < group; i += kPanelColumns) {
        b.pack(b.source, p, depth, j + i, std::min(kPanelColumns, group - i),
               panels + i / kPanelColumns * kPanelSize);
      }
      for (size_t row = 0; row < m; row += kRowBlock) {
        const size_t rows = std::min(kRowBlock, m - row);
        for (size_t i = 0; i < group; i += kPanelColumns) {
          const TileArgs args{a + row * lda + p,
                              lda,
                              panels + i / kPanelColumns * kPanelSize,
                              c + row * ldc + j + i,
                              ldc,
                              depth};
          if (group - i >= kPanelColumns) {
            column(rows, args);
          } else {
            tile_partial(column, rows, args, group - i);
          }
        }
      }
    }
  }
}

void gemm_converted(size_t m, size_t n, size_t k, const BlockSourceF32& a,
                    const PanelSourceF32& b, const BlockSinkF32& c) {
  constexpr size_t kRowBlock = 32;
  alignas(64) float panel[kPanelRows * kPanelColumns];
  alignas(64) float block[kRowBlock * kPanelRows];
  alignas(64) float sums[kRowBlock * kPanelColumns];
  const TileColumn column = best_tile_column();
  for (size_t j = 0; j < n; j += kPanelColumns) {
    const size_t columns = std::min(kPanelColumns, n - j);
    for (size_t row = 0; row < m; row += kRowBlock) {
      const size_t rows = std::min(kRowBlock, m - row);
      std::memset(sums, 0, sizeof(sums));
      for (size_t p = 0; p < k; p += kPanelRows) {
        const size_t depth = std::min(kPanelRows, k - p);
        b.pack(b.source, p, depth, j, columns, panel);
        a.pack(a.source, row, rows, p, depth, block);
        column(rows, {block, depth, panel, sums, kPanelColumns, depth});
      }
      c.store(c.sink, row, rows, j, columns, sums);
    }
  }
}

ET_TARGET_CLONES
void gemv_f32(size_t n, size_t k, const float* a, const MatrixF32& b,
              float* c) {
  size_t p = 0;
  for (; p + 4 <= k; p += 4) {
    const float* b0 = b.data + p * b.row_stride;
    const float* b1 = b0 + b.row_stride;
    const float* b2 = b1 + b.row_stride;
    const float* b3 = b2 + b.row_stride;
    const float a0 = a[p];
    const float a1 = a[p + 1];
    const float a2 = a[p + 2];
    const float a3 = a[p + 3];
    ET_IVDEP
    for (size_t j = 0; j < n; ++j) {
      c[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j];
    }
  }
  for (; p < k; ++p) {
    const float* row = b.data + p * b.row_stride;
    ET_IVDEP
    for (size_t j = 0; j < n; ++j) {
      c[j] += a[p] * row[j];
    }
  }
}

ET_TARGET_CLONES
void axpy_f32(size_t count, float weight, const float* in, size_t in_stride,
              float* out, size_t out_stride) {
  if (in_stride == 1 && out_stride == 1) {
    ET_IVDEP
    for (size_t i = 0; i < count; ++i) {
      out[i] += weight * in[i];
    }
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    out[i * out_stride] += weight * in[i * in_stride];
  }
}

}  // namespace executorch::kernels::portable
