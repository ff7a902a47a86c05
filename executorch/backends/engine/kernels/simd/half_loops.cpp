#include <executorch/backends/engine/kernels/simd/half_loops.h>

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/half_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where the CPU has no such instruction, Highway's substitute rounds otherwise
// than to nearest even, and the plain loop is as fast.
#if HWY_TARGET <= HWY_AVX2 || HWY_TARGET == HWY_NEON
constexpr bool kHasInstruction = true;
#else
constexpr bool kHasInstruction = false;
#endif

void to_floats(const void* from, float* to, size_t n) {
  const auto* halves = static_cast<const aten::Half*>(from);
  size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kHasInstruction) {
    const hn::ScalableTag<float> d;
    const hn::Rebind<hwy::float16_t, decltype(d)> dh;
    for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
      const auto half =
          hn::LoadU(dh, reinterpret_cast<const hwy::float16_t*>(halves + i));
      hn::StoreU(hn::PromoteTo(d, half), d, to + i);
    }
  }
#endif
  for (; i < n; ++i) {
    to[i] = static_cast<float>(halves[i]);
  }
}

void to_halves(const float* from, void* to, size_t n) {
  auto* halves = static_cast<aten::Half*>(to);
  size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kHasInstruction) {
    const hn::ScalableTag<float> d;
    const hn::Rebind<hwy::float16_t, decltype(d)> dh;
    for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
      hn::StoreU(hn::DemoteTo(dh, hn::LoadU(d, from + i)), dh,
                 reinterpret_cast<hwy::float16_t*>(halves + i));
    }
  }
#endif
  for (; i < n; ++i) {
    halves[i] = aten::Half(from[i]);
  }
}

HalfLoops make_half_loops() { return {to_floats, to_halves}; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_half_loops);

HalfLoops half_loops() { return HWY_DYNAMIC_DISPATCH(make_half_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
