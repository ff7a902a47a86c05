#include <executorch/backends/engine/kernels/simd/gemm_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/gemm_loops.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

// The sums of a tile take rows * vectors registers; there must remain one for
// each vector of b, and one for an element of a.
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kRows = 6;
constexpr size_t kVectors = 4;
#elif HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
constexpr size_t kRows = 4;
constexpr size_t kVectors = 2;
#else
constexpr size_t kRows = 6;
constexpr size_t kVectors = 2;
#endif
/// Tiles of fewer rows wait for b, which nothing has read before.
constexpr size_t kRowsToPrefetch = 2;
constexpr size_t kPrefetchDistance = 1024;

HWY_INLINE V load(D d, const float* x, size_t n) {
  return n >= hn::Lanes(d) ? hn::LoadU(d, x) : load_part(x, n, 0);
}

/// One vector of results, of which the first n count.
HWY_INLINE void store(D d, V sum, const GemmOutput& out, size_t row,
                      size_t column, size_t n) {
  float* y = out.y + row * out.row_stride + column;
  if (!out.is_first) {
    sum = hn::Add(sum, load(d, y, n));
  }
  if (out.is_last) {
    sum = hn::Mul(sum, hn::Set(d, out.alpha));
    if (out.c != nullptr) {
      const float* c =
          out.c + row * out.c_row_stride + column * out.c_column_stride;
      const V other =
          out.c_column_stride == 0 ? hn::Set(d, *c) : load(d, c, n);
      sum = hn::MulAdd(hn::Set(d, out.beta), other, sum);
    }
    if (out.residual != nullptr) {
      sum = hn::Add(
          sum, load(d, out.residual + row * out.row_stride + column, n));
    }
    sum = limit(sum, out.min, out.max);
  }
  if (n >= hn::Lanes(d)) {
    hn::StoreU(sum, d, y);
  } else {
    store_part(sum, y, n);
  }
}

template <size_t rows, size_t vectors>
void tile(const GemmRows& a, const float* HWY_RESTRICT b, size_t b_step,
          size_t columns, const GemmOutput& out) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V sums[rows][vectors];
#pragma GCC unroll 16
  for (size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      sums[r][v] = hn::Zero(d);
    }
  }
  const float* const* table = a.table;
  for (size_t s = 0; s < a.n_segments; ++s, table += a.table_step) {
    const float* from[rows];
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      from[r] = table[r] + a.offset;
    }
    for (size_t k = 0; k < a.depth; ++k, b += b_step) {
      V line[vectors];
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        line[v] = hn::LoadU(d, b + v * lanes);
        if constexpr (rows <= kRowsToPrefetch) {
          hwy::Prefetch(b + v * lanes + kPrefetchDistance);
        }
      }
#pragma GCC unroll 16
      for (size_t r = 0; r < rows; ++r) {
        const V element = hn::Set(d, from[r][k]);
#pragma GCC unroll 16
        for (size_t v = 0; v < vectors; ++v) {
          sums[r][v] = hn::MulAdd(element, line[v], sums[r][v]);
        }
      }
    }
  }
#pragma GCC unroll 16
  for (size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      store(d, sums[r][v], out, r, v * lanes, columns - v * lanes);
    }
  }
}

template <size_t vectors, size_t rows = kRows>
HWY_INLINE void tile_of_rows(const GemmRows& a, size_t n_rows, const float* b,
                             size_t b_step, size_t columns,
                             const GemmOutput& out) {
  if (n_rows == rows) {
    tile<rows, vectors>(a, b, b_step, columns, out);
  } else if constexpr (rows > 1) {
    tile_of_rows<vectors, rows - 1>(a, n_rows, b, b_step, columns, out);
  }
}

template <size_t vectors = kVectors>
HWY_INLINE void tile_of(const GemmRows& a, size_t rows, const float* b,
                        size_t b_step, size_t columns, const GemmOutput& out) {
  if constexpr (vectors == 1) {
    tile_of_rows<1>(a, rows, b, b_step, columns, out);
  } else if (columns > (vectors - 1) * hn::Lanes(D())) {
    tile_of_rows<vectors>(a, rows, b, b_step, columns, out);
  } else {
    tile_of<vectors - 1>(a, rows, b, b_step, columns, out);
  }
}

void any_tile(const GemmRows& a, size_t rows, const float* b, size_t b_step,
              size_t columns, const GemmOutput& out) {
  tile_of(a, rows, b, b_step, columns, out);
}

GemmLoops make_loops() {
  const size_t lanes = hn::Lanes(D());
  return {kRows, kVectors * lanes, lanes, any_tile};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_loops);

GemmLoops gemm_loops() { return HWY_DYNAMIC_DISPATCH(make_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
