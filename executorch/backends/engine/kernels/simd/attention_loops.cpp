#include <executorch/backends/engine/kernels/simd/attention_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/attention_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

HWY_INLINE float dot_of_row(const float* x, const float* y, size_t n) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V even = hn::Zero(d), odd = hn::Zero(d);
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    even = hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, y + i), even);
    odd = hn::MulAdd(hn::LoadU(d, x + i + lanes), hn::LoadU(d, y + i + lanes),
                     odd);
  }
  if (i + lanes <= n) {
    even = hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, y + i), even);
    i += lanes;
  }
  if (i < n) {
    odd =
        hn::MulAdd(load_part(x + i, n - i, 0), load_part(y + i, n - i, 0), odd);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
}

void dot_rows(const float* x, const float* matrix, size_t stride, size_t n,
              size_t size, float* y) {
  for (size_t i = 0; i < n; ++i) {
    y[i] = dot_of_row(x, matrix + i * stride, size);
  }
}

/// The same columns of all rows, `vectors` whole ones.
template <size_t vectors>
HWY_INLINE void combine_columns(const float* x, const float* matrix,
                                size_t stride, size_t n, float* y) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V sums[vectors];
  for (V& sum : sums) {
    sum = hn::Zero(d);
  }
  for (size_t i = 0; i < n; ++i, matrix += stride) {
    const V factor = constant(x[i]);
#pragma GCC unroll 4
    for (size_t v = 0; v < vectors; ++v) {
      sums[v] = hn::MulAdd(factor, hn::LoadU(d, matrix + v * lanes), sums[v]);
    }
  }
  for (size_t v = 0; v < vectors; ++v) {
    hn::StoreU(sums[v], d, y + v * lanes);
  }
}

void combine_rows(const float* x, const float* matrix, size_t stride, size_t n,
                  size_t size, float* y) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  size_t j = 0;
  for (; j + 4 * lanes <= size; j += 4 * lanes) {
    combine_columns<4>(x, matrix + j, stride, n, y + j);
  }
  for (; j + 2 * lanes <= size; j += 2 * lanes) {
    combine_columns<2>(x, matrix + j, stride, n, y + j);
  }
  for (; j + lanes <= size; j += lanes) {
    combine_columns<1>(x, matrix + j, stride, n, y + j);
  }
  if (j < size) {
    V sum = hn::Zero(d);
    for (size_t i = 0; i < n; ++i) {
      sum = hn::MulAdd(constant(x[i]),
                       load_part(matrix + i * stride + j, size - j, 0), sum);
    }
    store_part(sum, y + j, size - j);
  }
}

AttentionLoops make_attention_loops() { return {dot_rows, combine_rows}; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_attention_loops);

AttentionLoops attention_loops() {
  return HWY_DYNAMIC_DISPATCH(make_attention_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
