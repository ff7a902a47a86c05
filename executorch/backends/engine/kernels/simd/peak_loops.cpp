#include <executorch/backends/engine/kernels/simd/peak_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/peak_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Sums that do not wait for one another: two units with a latency of up to
/// five cycles.
constexpr size_t kSums = 10;

float peak_multiply_adds(size_t n) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  const V half = hn::Set(d, 0.5f);
  const V one = hn::Set(d, 1.0f);
  V sums[kSums];
  for (size_t i = 0; i < kSums; ++i) {
    sums[i] = hn::Set(d, static_cast<float>(i));
  }
  const size_t step = kSums * hn::Lanes(d);
  for (size_t done = 0; done < n; done += step) {
    for (size_t i = 0; i < kSums; ++i) {
      sums[i] = hn::MulAdd(sums[i], half, one);
    }
  }
  V sum = hn::Zero(d);
  for (size_t i = 0; i < kSums; ++i) {
    sum = hn::Add(sum, sums[i]);
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

float peak_sum(const float* x, size_t n) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  constexpr size_t kStreams = 8;
  V sums[kStreams];
  for (size_t i = 0; i < kStreams; ++i) {
    sums[i] = hn::Zero(d);
  }
  size_t done = 0;
  for (; done + kStreams * hn::Lanes(d) <= n; done += kStreams * hn::Lanes(d)) {
    for (size_t i = 0; i < kStreams; ++i) {
      sums[i] = hn::Add(sums[i], hn::LoadU(d, x + done + i * hn::Lanes(d)));
    }
  }
  V sum = hn::Zero(d);
  for (size_t i = 0; i < kStreams; ++i) {
    sum = hn::Add(sum, sums[i]);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; done < n; ++done) {
    total += x[done];
  }
  return total;
}

PeakLoops make_peak_loops() { return {peak_multiply_adds, peak_sum}; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_peak_loops);

PeakLoops peak_loops() { return HWY_DYNAMIC_DISPATCH(make_peak_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
