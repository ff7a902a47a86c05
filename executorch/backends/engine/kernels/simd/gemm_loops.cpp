#include <executorch/backends/engine/kernels/simd/gemm_loops.h>

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/gemm_loops.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

// The sums of a tile take rows * vectors registers; there must remain one for
// each vector of b, and one for an element of a.
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kRows = 12;
#elif HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
constexpr size_t kRows = 4;
#else
constexpr size_t kRows = 6;
#endif
constexpr size_t kVectors = 2;
// Columns come from memory when the first rows meet them. The next page of them
// is asked for, which the prefetching of the CPU does not cross into.
constexpr size_t kPrefetchDistance = 1024;

/// alpha * sum + beta * c, for a whole vector.
HWY_INLINE V finish(D d, V sum, const GemmOutput& out, const float* c) {
  sum = hn::Mul(sum, hn::Set(d, out.alpha));
  if (out.c == nullptr) {
    return sum;
  }
  const V other = out.c_column_stride == 0 ? hn::Set(d, *c) : hn::LoadU(d, c);
  return hn::MulAdd(hn::Set(d, out.beta), other, sum);
}

HWY_INLINE void store_whole(D d, V sum, const GemmOutput& out, size_t row,
                            size_t column) {
  float* y = out.y + row * out.row_stride + column;
  if (!out.is_first) {
    sum = hn::Add(sum, hn::LoadU(d, y));
  }
  if (out.is_last) {
    const float* c = out.c;
    if (c != nullptr) {
      c += row * out.c_row_stride + column * out.c_column_stride;
    }
    sum = finish(d, sum, out, c);
  }
  hn::StoreU(sum, d, y);
}

HWY_NOINLINE void store_part(const float* sums, size_t n,
                             const GemmOutput& out) {
  for (size_t i = 0; i < n; ++i) {
    float sum = out.is_first ? sums[i] : sums[i] + out.y[i];
    if (out.is_last) {
      sum *= out.alpha;
      sum += out.c == nullptr ? 0 : out.beta * out.c[i * out.c_column_stride];
    }
    out.y[i] = sum;
  }
}

template <size_t rows, size_t vectors>
HWY_INLINE void store(D d, const V (&sums)[rows][vectors], size_t columns,
                      const GemmOutput& out) {
  const size_t lanes = hn::Lanes(d);
  if (columns == vectors * lanes) {
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        store_whole(d, sums[r][v], out, r, v * lanes);
      }
    }
    return;
  }
  HWY_ALIGN float line[vectors * HWY_MAX_BYTES / sizeof(float)];
#pragma GCC unroll 16
  for (size_t r = 0; r < rows; ++r) {
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      hn::Store(sums[r][v], d, line + v * lanes);
    }
    store_part(line, columns, out.at(r, 0));
  }
}

template <size_t rows, size_t vectors>
void tile(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b,
          size_t columns, size_t k, const GemmOutput& out) {
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
  for (; k != 0; --k, a += rows, b += vectors * lanes) {
    V line[vectors];
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      line[v] = hn::Load(d, b + v * lanes);
      hwy::Prefetch(b + v * lanes + kPrefetchDistance);
    }
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      const V element = hn::Set(d, a[r]);
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        sums[r][v] = hn::MulAdd(element, line[v], sums[r][v]);
      }
    }
  }
  store<rows, vectors>(d, sums, columns, out);
}

template <size_t vectors, size_t rows = kRows>
HWY_INLINE void tile_of(const float* a, size_t n_rows, const float* b,
                        size_t columns, size_t k, const GemmOutput& out) {
  if (n_rows == rows) {
    tile<rows, vectors>(a, b, columns, k, out);
  } else if constexpr (rows > 1) {
    tile_of<vectors, rows - 1>(a, n_rows, b, columns, k, out);
  }
}

void any_tile(const float* a, size_t rows, const float* b, size_t columns,
              size_t k, const GemmOutput& out) {
  if (columns <= hn::Lanes(D())) {
    tile_of<1>(a, rows, b, columns, k, out);
  } else {
    tile_of<kVectors>(a, rows, b, columns, k, out);
  }
}

/// Copies whole vectors, the last of which may overlap the one before.
HWY_INLINE void copy_line(D d, const float* HWY_RESTRICT from,
                          float* HWY_RESTRICT to, size_t n) {
  const size_t lanes = hn::Lanes(d);
  if (n < lanes) {
    for (size_t i = 0; i < n; ++i) {
      to[i] = from[i];
    }
    return;
  }
  for (size_t i = 0; i + lanes <= n; i += lanes) {
    hn::StoreU(hn::LoadU(d, from + i), d, to + i);
  }
  hn::StoreU(hn::LoadU(d, from + n - lanes), d, to + n - lanes);
}

/// Every second element of the first 2 n - 1.
HWY_INLINE void copy_even(D d, const float* HWY_RESTRICT from,
                          float* HWY_RESTRICT to, size_t n) {
  size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const size_t lanes = hn::Lanes(d);
  for (; i + lanes < n; i += lanes) {
    const V low = hn::LoadU(d, from + 2 * i);
    const V high = hn::LoadU(d, from + 2 * i + lanes);
    hn::StoreU(hn::ConcatEven(d, high, low), d, to + i);
  }
#else
  static_cast<void>(d);
#endif
  for (; i < n; ++i) {
    to[i] = from[2 * i];
  }
}

void copy(const RowCopy& copy) {
  const D d;
  const float* from = copy.from;
  float* to = copy.to;
  for (size_t row = 0; row < copy.rows; ++row) {
    if (copy.from_column_stride == 1) {
      copy_line(d, from, to, copy.columns);
    } else if (copy.from_column_stride == 2) {
      copy_even(d, from, to, copy.columns);
    } else {
      for (size_t i = 0; i < copy.columns; ++i) {
        to[i] = from[i * copy.from_column_stride];
      }
    }
    from += copy.from_row_stride;
    to += copy.to_row_stride;
  }
}

GemmLoops make_loops() {
  const size_t lanes = hn::Lanes(D());
  return {kRows, kVectors * lanes, lanes, any_tile, copy};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_loops);

GemmLoops gemm_loops() { return HWY_DYNAMIC_DISPATCH(make_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
