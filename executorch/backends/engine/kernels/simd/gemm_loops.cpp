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
/// As many registers, of panels of half as many columns.
constexpr size_t kTallRows = 2 * kRows;
/// Small tiles are few, so that they wait for b, which nothing has read before.
constexpr size_t kSmallRows = kRows - 1;
constexpr size_t kPrefetchDistance = 1024;
constexpr size_t kLineFloats = 16;

/// The sums of a tile. If it is not whole, its last vectors have `n_last`
/// columns.
template <size_t rows, size_t vectors, bool is_whole>
struct Tile {
  V (&sums)[rows][vectors];
  size_t n_last;

  HWY_INLINE V load(const float* x, size_t v) const {
    return is_whole || v + 1 < vectors ? hn::LoadU(D(), x)
                                       : load_part(x, n_last, 0);
  }

  /// change(sum, r, v) for all vectors.
  template <typename Change>
  HWY_INLINE void for_each(const Change& change) const {
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
#pragma GCC unroll 16
      for (size_t r = 0; r < rows; ++r) {
        sums[r][v] = change(sums[r][v], r, v);
      }
    }
  }

  /// Adds a matrix of the strides of y.
  HWY_INLINE void add(const float* x, size_t row_stride) const {
    const size_t lanes = hn::Lanes(D());
    for_each([&](V sum, size_t r, size_t v) HWY_ATTR {
      return hn::Add(sum, load(x + r * row_stride + v * lanes, v));
    });
  }

  /// Adds beta * c.
  HWY_INLINE void add_c(const GemmOutput& out) const {
    const size_t lanes = hn::Lanes(D());
    const V beta = constant(out.beta);
    if (out.c_column_stride == 0) {
      for_each([&](V sum, size_t r, size_t) HWY_ATTR {
        return hn::MulAdd(beta, constant(out.c[r * out.c_row_stride]), sum);
      });
    } else if (out.c_row_stride == 0) {
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        const V c = hn::Mul(beta, load(out.c + v * lanes, v));
#pragma GCC unroll 16
        for (size_t r = 0; r < rows; ++r) {
          sums[r][v] = hn::Add(sums[r][v], c);
        }
      }
    } else {
      for_each([&](V sum, size_t r, size_t v) HWY_ATTR {
        const float* c = out.c + r * out.c_row_stride + v * lanes;
        return hn::MulAdd(beta, load(c, v), sum);
      });
    }
  }

  HWY_INLINE void finish(const GemmOutput& out) const {
    if (out.alpha != 1) {
      const V alpha = constant(out.alpha);
      for_each([&](V sum, size_t, size_t)
                   HWY_ATTR { return hn::Mul(sum, alpha); });
    }
    if (out.c != nullptr) {
      add_c(out);
    }
    if (out.residual != nullptr) {
      add(out.residual, out.row_stride);
    }
    if (out.has_bounds()) {
      for_each([&](V sum, size_t, size_t)
                   HWY_ATTR { return limit(sum, out.min, out.max); });
    }
  }

  HWY_INLINE void store(const GemmOutput& out) const {
    if (!out.is_first) {
      add(out.y, out.row_stride);
    }
    if (out.is_last) {
      finish(out);
    }
    const D d;
    const size_t lanes = hn::Lanes(d);
    for_each([&](V sum, size_t r, size_t v) HWY_ATTR {
      float* y = out.y + r * out.row_stride + v * lanes;
      if (is_whole || v + 1 < vectors) {
        hn::StoreU(sum, d, y);
      } else {
        store_part(sum, y, n_last);
      }
      return sum;
    });
  }
};

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
  const float* ahead = a.ahead;
  const size_t ahead_step = ahead == nullptr ? 0 : kLineFloats;
  for (size_t s = 0; s < a.n_segments; ++s, table += a.table_step) {
    const float* from[rows];
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      from[r] = table[r] + a.offset;
    }
    for (size_t k = 0; k < a.depth; ++k, b += b_step) {
      if constexpr (rows > kSmallRows) {
        hwy::Prefetch(ahead);
        ahead += ahead_step;
      }
      V line[vectors];
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        line[v] = hn::LoadU(d, b + v * lanes);
        if constexpr (rows <= kSmallRows) {
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
  const size_t n_last = columns - (vectors - 1) * lanes;
  if (n_last == lanes) {
    Tile<rows, vectors, true>{sums, n_last}.store(out);
  } else {
    Tile<rows, vectors, false>{sums, n_last}.store(out);
  }
}

template <size_t vectors, size_t rows = kRows>
HWY_INLINE void tile_of_rows(const GemmRows& a, size_t n_rows, const float* b,
                             size_t b_step, size_t columns,
                             const GemmOutput& out) {
  if constexpr (rows == kRows && vectors <= kVectors / 2) {
    if (n_rows == kTallRows) {
      tile<kTallRows, vectors>(a, b, b_step, columns, out);
      return;
    }
  }
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
  return {kRows, kVectors * lanes, lanes, kTallRows, any_tile};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_loops);

GemmLoops gemm_loops() { return HWY_DYNAMIC_DISPATCH(make_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
