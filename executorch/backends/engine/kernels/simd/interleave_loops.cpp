#include <executorch/backends/engine/kernels/simd/interleave_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/interleave_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;

template <size_t channels>
HWY_INLINE void interleave_of(const float* HWY_RESTRICT from, size_t plane,
                              float* HWY_RESTRICT to, size_t n) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes, to += channels * lanes) {
    const auto first = hn::LoadU(d, from + i);
    const auto second = hn::LoadU(d, from + plane + i);
    if constexpr (channels == 2) {
      hn::StoreInterleaved2(first, second, d, to);
    } else {
      const auto third = hn::LoadU(d, from + 2 * plane + i);
      if constexpr (channels == 3) {
        hn::StoreInterleaved3(first, second, third, d, to);
      } else {
        hn::StoreInterleaved4(first, second, third,
                              hn::LoadU(d, from + 3 * plane + i), d, to);
      }
    }
  }
  for (; i < n; ++i) {
    for (size_t c = 0; c < channels; ++c) {
      *to++ = from[c * plane + i];
    }
  }
}

void interleave(const float* from, size_t plane, size_t channels, float* to,
                size_t n) {
  if (channels == 2) {
    interleave_of<2>(from, plane, to, n);
  } else if (channels == 3) {
    interleave_of<3>(from, plane, to, n);
  } else {
    interleave_of<4>(from, plane, to, n);
  }
}

InterleaveLoops make_interleave_loops() { return {interleave}; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_interleave_loops);

InterleaveLoops interleave_loops() {
  return HWY_DYNAMIC_DISPATCH(make_interleave_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
