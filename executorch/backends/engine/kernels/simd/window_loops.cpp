#include <executorch/backends/engine/kernels/simd/window_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/window_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

constexpr size_t kVectors = 4;  // fold_taps() has the cases below it

/// Folds `take(accumulated, tap, vector)` over the taps, for `vectors` vectors
/// from `column` on.
template <size_t vectors, typename Take>
HWY_INLINE void columns_of(D d, const WindowRow& row, size_t column, V start,
                           const Take& take) {
  const size_t lanes = hn::Lanes(d);
  V values[vectors];
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    values[v] = start;
  }
  for (size_t i = 0; i < row.n_taps; ++i) {
    const float* from = row.from + row.taps[i] + column;
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      values[v] = take(values[v], i, hn::LoadU(d, from + v * lanes));
    }
  }
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    const size_t at = column + v * lanes;
    if (at + lanes <= row.columns) {
      hn::StoreU(values[v], d, row.to + at);
    } else {
      store_part(values[v], row.to + at, row.columns - at);
    }
  }
}

template <typename Take>
HWY_INLINE void fold_taps(D d, const WindowRow& row, V start,
                          const Take& take) {
  const size_t lanes = hn::Lanes(d);
  size_t column = 0;
  size_t vectors = (row.columns + lanes - 1) / lanes;
  for (; vectors >= kVectors; vectors -= kVectors) {
    columns_of<kVectors>(d, row, column, start, take);
    column += kVectors * lanes;
  }
  if (vectors == 3) {
    columns_of<3>(d, row, column, start, take);
  } else if (vectors == 2) {
    columns_of<2>(d, row, column, start, take);
  } else if (vectors == 1) {
    columns_of<1>(d, row, column, start, take);
  }
}

void weighted_sum(const WindowRow& row, const float* HWY_RESTRICT weights,
                  float bias) {
  const D d;
  fold_taps(d, row, hn::Set(d, bias), [&](V sum, size_t i, V x) HWY_ATTR {
    return hn::MulAdd(hn::Set(d, weights[i]), x, sum);
  });
}

/// The larger; x if it is NaN, and the present one if that is.
HWY_INLINE V larger(V present, V x) {
  const auto take = hn::Or(hn::Gt(x, present), hn::IsNaN(x));
  return hn::IfThenElse(take, x, present);
}

void maximum(const WindowRow& row) {
  const D d;
  const V lowest = hn::Set(d, -__builtin_huge_valf());
  fold_taps(d, row, lowest, [&](V largest, size_t, V x) HWY_ATTR {
    return larger(largest, x);
  });
}

void split_pairs(const float* HWY_RESTRICT from, float* HWY_RESTRICT even,
                 float* HWY_RESTRICT odd, size_t n) {
  size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const D d;
  const size_t lanes = hn::Lanes(d);
  for (; i + lanes <= n; i += lanes) {
    const V first = hn::LoadU(d, from + 2 * i);
    const V second = hn::LoadU(d, from + 2 * i + lanes);
    hn::StoreU(hn::ConcatEven(d, second, first), d, even + i);
    hn::StoreU(hn::ConcatOdd(d, second, first), d, odd + i);
  }
#endif
  for (; i < n; ++i) {
    even[i] = from[2 * i];
    odd[i] = from[2 * i + 1];
  }
}

WindowLoops make_window_loops() {
  return {kVectors * hn::Lanes(D()), weighted_sum, maximum, split_pairs};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_window_loops);

WindowLoops window_loops() { return HWY_DYNAMIC_DISPATCH(make_window_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
