#include <executorch/backends/engine/kernels/simd/quantize_rows_loops.h>

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/quantize_rows_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;

/// Numbers less themselves: 0, or NaN where a number is not finite.
HWY_INLINE V add_difference(V sums, V x) {
  return hn::Add(sums, hn::Sub(x, x));
}

RowExtremes extremes_of_row(const float* x, size_t n) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V low[2] = {hn::Zero(d), hn::Zero(d)};
  V high[2] = {hn::Zero(d), hn::Zero(d)};
  V nothing[2] = {hn::Zero(d), hn::Zero(d)};
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const V a = hn::LoadU(d, x + i);
    const V b = hn::LoadU(d, x + i + lanes);
    low[0] = hn::Min(low[0], a);
    low[1] = hn::Min(low[1], b);
    high[0] = hn::Max(high[0], a);
    high[1] = hn::Max(high[1], b);
    nothing[0] = add_difference(nothing[0], a);
    nothing[1] = add_difference(nothing[1], b);
  }
  RowExtremes found = {
      hn::GetLane(hn::MinOfLanes(d, hn::Min(low[0], low[1]))),
      hn::GetLane(hn::MaxOfLanes(d, hn::Max(high[0], high[1]))), true};
  float rest = hn::GetLane(hn::SumOfLanes(d, hn::Add(nothing[0], nothing[1])));
  for (; i < n; ++i) {
    found.min = std::min(found.min, x[i]);
    found.max = std::max(found.max, x[i]);
    rest += x[i] - x[i];
  }
  found.is_finite = rest == 0;
  return found;
}

void quantize_row(const float* x, uint8_t* y, size_t n,
                  const RowQuantization& quantization) {
  const D d;
  const hn::Rebind<uint8_t, D> d8;
  const V per_step = hn::Set(d, quantization.per_step);
  const auto zero_point = hn::Set(DI(), quantization.zero_point);
  size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto steps = hn::NearestInt(hn::Mul(hn::LoadU(d, x + i), per_step));
    hn::StoreU(hn::DemoteTo(d8, hn::Add(steps, zero_point)), d8, y + i);
  }
  for (; i < n; ++i) {
    y[i] = quantization(x[i]);
  }
}

QuantizeRowsLoops make_quantize_rows_loops() {
  return {extremes_of_row, quantize_row};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_quantize_rows_loops);

QuantizeRowsLoops quantize_rows_loops() {
  return HWY_DYNAMIC_DISPATCH(make_quantize_rows_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
