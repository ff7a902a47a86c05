#include <executorch/backends/engine/kernels/simd/byte_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/byte_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;

template <typename Byte>
void to_floats(const void* from, float* to, size_t n) {
  const D d;
  const hn::Rebind<Byte, D> d8;
  const auto* bytes = static_cast<const Byte*>(from);
  size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto integers = hn::PromoteTo(DI(), hn::LoadU(d8, bytes + i));
    hn::StoreU(hn::ConvertTo(d, integers), d, to + i);
  }
  for (; i < n; ++i) {
    to[i] = static_cast<float>(bytes[i]);
  }
}

size_t to_bytes(const float* from, void* to, size_t n) {
  const D d;
  const hn::Rebind<uint8_t, D> d8;
  const auto limit = hn::Set(d, 2147483648.0f);
  auto* bytes = static_cast<uint8_t*>(to);
  size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto floats = hn::LoadU(d, from + i);
    if (!hn::AllTrue(d, hn::Lt(hn::Abs(floats), limit))) {
      break;
    }
    const auto integers =
        hn::And(hn::ConvertTo(DI(), floats), hn::Set(DI(), int32_t{0xFF}));
    hn::StoreU(hn::DemoteTo(d8, integers), d8, bytes + i);
  }
  return i;
}

ByteLoops make_byte_loops() {
  return {to_floats<uint8_t>, to_floats<int8_t>, to_bytes};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_byte_loops);

ByteLoops byte_loops() { return HWY_DYNAMIC_DISPATCH(make_byte_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
