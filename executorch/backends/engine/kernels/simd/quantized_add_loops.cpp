#include <executorch/backends/engine/kernels/simd/quantized_add_loops.h>

#include <executorch/backends/engine/kernels/util/requantize.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/quantized_add_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;

/// The numbers less the zero point, by the scale.
HWY_INLINE V scaled(const uint8_t* numbers, V zero_point, V scale) {
  const hn::Rebind<uint8_t, D> d8;
  const auto integers = hn::PromoteTo(DI(), hn::LoadU(d8, numbers));
  return hn::Mul(hn::Sub(hn::ConvertTo(D(), integers), zero_point), scale);
}

void add(const QuantizedAdd& op, const uint8_t* a, const uint8_t* b, uint8_t* y,
         size_t n) {
  const D d;
  const hn::Rebind<uint8_t, D> d8;
  const Requantization requantize(op);
  const V a_zero_point = hn::Set(d, op.a_zero_point);
  const V b_zero_point = hn::Set(d, op.b_zero_point);
  const V a_scale = hn::Set(d, op.a_scale);
  const V b_scale = hn::Set(d, op.b_scale);
  const V low = hn::Set(d, requantize.low);
  const V high = hn::Set(d, requantize.high);
  const auto zero_point = hn::Set(DI(), requantize.zero_point);
  size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const V sum = hn::Add(scaled(a + i, a_zero_point, a_scale),
                          scaled(b + i, b_zero_point, b_scale));
    const V limited = hn::Min(hn::Max(sum, low), high);
    hn::StoreU(hn::DemoteTo(d8, hn::Add(hn::NearestInt(limited), zero_point)),
               d8, y + i);
  }
  for (; i < n; ++i) {
    y[i] = requantize(static_cast<float>(a[i] - op.a_zero_point) * op.a_scale +
                      static_cast<float>(b[i] - op.b_zero_point) * op.b_scale);
  }
}

QuantizedAddLoop make_quantized_add_loop() { return add; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_quantized_add_loop);

QuantizedAddLoop quantized_add_loop() {
  return HWY_DYNAMIC_DISPATCH(make_quantized_add_loop)();
}

}  // namespace executorch::backends::engine::simd
#endif
