// Products of bytes, four to a lane, included once per target: no include guard
// of the usual kind.
#if defined(EXECUTORCH_ENGINE_QUAD_DOT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef EXECUTORCH_ENGINE_QUAD_DOT_INL_H
#undef EXECUTORCH_ENGINE_QUAD_DOT_INL_H
#else
#define EXECUTORCH_ENGINE_QUAD_DOT_INL_H
#endif

#include <executorch/backends/engine/kernels/util/requantize.h>
#include <hwy/highway.h>

#include <cstring>

// Highway 1.0 asks the CPU for the instruction, but not the compiler.
#undef ENGINE_BEFORE_QUAD_DOT
#if HWY_TARGET == HWY_AVX3_DL
#define ENGINE_BEFORE_QUAD_DOT()                    \
  HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ",avx512vnni") \
  static_assert(true, "a semicolon follows")
#else
#define ENGINE_BEFORE_QUAD_DOT() HWY_BEFORE_NAMESPACE()
#endif

ENGINE_BEFORE_QUAD_DOT();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#undef ENGINE_MULTIPLIES_PAIRS
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3_DL && HWY_TARGET != HWY_SCALAR && \
    HWY_TARGET != HWY_EMU128
#define ENGINE_MULTIPLIES_PAIRS 1  // of int16, and adds two products
#else
#define ENGINE_MULTIPLIES_PAIRS 0
#endif

#if ENGINE_MULTIPLIES_PAIRS

/// The bytes at even and at odd places, as int16.
template <typename V16>
struct PairsOf {
  V16 even;
  V16 odd;
};
template <typename VI>
using Quads = PairsOf<hn::VFromD<hn::Repartition<int16_t, hn::DFromV<VI>>>>;

template <typename DI>
HWY_INLINE Quads<hn::Vec<DI>> unsigned_quads(DI, hn::Vec<DI> bytes) {
  const hn::Repartition<int16_t, DI> d16;
  const hn::RebindToUnsigned<decltype(d16)> du16;
  const auto pairs = hn::BitCast(du16, bytes);
  return {hn::BitCast(d16, hn::And(pairs, hn::Set(du16, 0xFF))),
          hn::BitCast(d16, hn::ShiftRight<8>(pairs))};
}
template <typename DI>
HWY_INLINE Quads<hn::Vec<DI>> signed_quads(DI, hn::Vec<DI> bytes) {
  const auto pairs = hn::BitCast(hn::Repartition<int16_t, DI>(), bytes);
  return {hn::ShiftRight<8>(hn::ShiftLeft<8>(pairs)), hn::ShiftRight<8>(pairs)};
}
template <typename DI>
HWY_INLINE hn::Vec<DI> add_quads(DI di, const Quads<hn::Vec<DI>>& unsigneds,
                                 const Quads<hn::Vec<DI>>& signeds,
                                 hn::Vec<DI> sums) {
  // On x86 the two products of a lane stay in it, and `unused` is as it was.
  auto unused = hn::Zero(di);
  sums = hn::ReorderWidenMulAccumulate(di, unsigneds.even, signeds.even, sums,
                                       unused);
  return hn::ReorderWidenMulAccumulate(di, unsigneds.odd, signeds.odd, sums,
                                       unused);
}

#else

template <typename VI>
using Quads = VI;
template <typename DI>
HWY_INLINE hn::Vec<DI> unsigned_quads(DI, hn::Vec<DI> bytes) {
  return bytes;
}
template <typename DI>
HWY_INLINE hn::Vec<DI> signed_quads(DI, hn::Vec<DI> bytes) {
  return bytes;
}

#if HWY_TARGET <= HWY_AVX3_DL  // multiplies bytes and adds four products

HWY_INLINE hn::Vec512<int32_t> dot(hn::Vec512<int32_t> unsigneds,
                                   hn::Vec512<int32_t> signeds,
                                   hn::Vec512<int32_t> sums) {
  return hn::Vec512<int32_t>{
      _mm512_dpbusd_epi32(sums.raw, unsigneds.raw, signeds.raw)};
}

// Smaller vectors are parts of whole ones: their own instructions have a form,
// AVX-VNNI, that compilers choose and that not every CPU of this target has.
HWY_INLINE __m512i whole(hn::Vec256<int32_t> v) {
  return _mm512_castsi256_si512(v.raw);
}
HWY_INLINE __m512i whole(hn::Vec128<int32_t> v) {
  return _mm512_castsi128_si512(v.raw);
}
HWY_INLINE hn::Vec256<int32_t> dot(hn::Vec256<int32_t> unsigneds,
                                   hn::Vec256<int32_t> signeds,
                                   hn::Vec256<int32_t> sums) {
  return hn::Vec256<int32_t>{_mm512_castsi512_si256(
      _mm512_dpbusd_epi32(whole(sums), whole(unsigneds), whole(signeds)))};
}
HWY_INLINE hn::Vec128<int32_t> dot(hn::Vec128<int32_t> unsigneds,
                                   hn::Vec128<int32_t> signeds,
                                   hn::Vec128<int32_t> sums) {
  return hn::Vec128<int32_t>{_mm512_castsi512_si128(
      _mm512_dpbusd_epi32(whole(sums), whole(unsigneds), whole(signeds)))};
}

/// sums + four products of each lane; the sum wraps.
template <typename DI>
HWY_INLINE hn::Vec<DI> add_quads(DI, hn::Vec<DI> unsigneds, hn::Vec<DI> signeds,
                                 hn::Vec<DI> sums) {
  return dot(unsigneds, signeds, sums);
}

#else

template <int i, typename DI>
HWY_INLINE hn::Vec<DI> product_of_bytes(DI di, hn::Vec<DI> unsigneds,
                                        hn::Vec<DI> signeds) {
  const auto a =
      hn::And(hn::ShiftRight<8 * i>(unsigneds), hn::Set(di, int32_t{0xFF}));
  const auto b = hn::ShiftRight<24>(hn::ShiftLeft<24 - 8 * i>(signeds));
  return hn::Mul(a, b);
}
template <typename DI>
HWY_INLINE hn::Vec<DI> add_quads(DI di, hn::Vec<DI> unsigneds,
                                 hn::Vec<DI> signeds, hn::Vec<DI> sums) {
  sums = hn::Add(sums, product_of_bytes<0>(di, unsigneds, signeds));
  sums = hn::Add(sums, product_of_bytes<1>(di, unsigneds, signeds));
  sums = hn::Add(sums, product_of_bytes<2>(di, unsigneds, signeds));
  return hn::Add(sums, product_of_bytes<3>(di, unsigneds, signeds));
}

#endif
#endif

// Bytes less kCentre, for those who take that off the zero point: where there
// are products of signed bytes alone.

#if HWY_TARGET == HWY_NEON && HWY_ARCH_ARM_A64

constexpr int32_t kCentre = 128;

template <typename DI>
HWY_INLINE Quads<hn::Vec<DI>> centred_quads(DI di, hn::Vec<DI> bytes) {
  return hn::Xor(bytes, hn::Set(di, static_cast<int32_t>(0x80808080u)));
}
/// sums + four products of each lane; the sum wraps.
template <typename DI>
HWY_INLINE hn::Vec<DI> add_centred_quads(DI, hn::Vec<DI> centred,
                                         hn::Vec<DI> signeds,
                                         hn::Vec<DI> sums) {
  const int8x16_t a = vreinterpretq_s8_s32(centred.raw);
  const int8x16_t b = vreinterpretq_s8_s32(signeds.raw);
#ifdef __ARM_FEATURE_DOTPROD
  return hn::Vec<DI>(vdotq_s32(sums.raw, a, b));
#else
  const int32x4_t low = vpaddlq_s16(vmull_s8(vget_low_s8(a), vget_low_s8(b)));
  const int32x4_t high = vpaddlq_s16(vmull_high_s8(a, b));
  return hn::Vec<DI>(vaddq_s32(sums.raw, vpaddq_s32(low, high)));
#endif
}

#else

constexpr int32_t kCentre = 0;

template <typename DI>
HWY_INLINE Quads<hn::Vec<DI>> centred_quads(DI di, hn::Vec<DI> bytes) {
  return unsigned_quads(di, bytes);
}
template <typename DI>
HWY_INLINE hn::Vec<DI> add_centred_quads(DI di,
                                         const Quads<hn::Vec<DI>>& centred,
                                         const Quads<hn::Vec<DI>>& signeds,
                                         hn::Vec<DI> sums) {
  return add_quads(di, centred, signeds, sums);
}

#endif

/// A vector of bytes, as lanes of int32.
template <typename DI>
HWY_INLINE hn::Vec<DI> load_bytes(DI di, const void* bytes) {
#if HWY_TARGET == HWY_SCALAR
  int32_t lane;
  std::memcpy(&lane, bytes, sizeof(lane));
  return hn::Set(di, lane);
#else
  const hn::Repartition<uint8_t, DI> d8;
  return hn::BitCast(di, hn::LoadU(d8, static_cast<const uint8_t*>(bytes)));
#endif
}

/// The same four bytes in every lane.
template <typename DI>
HWY_INLINE hn::Vec<DI> broadcast_quad(DI di, const uint8_t* bytes) {
  int32_t lane;
  std::memcpy(&lane, bytes, sizeof(lane));
  return hn::Set(di, lane);
}

/// Of [0, 255]: Requantization, of as many channels as there are lanes.
template <typename DI>
HWY_INLINE hn::Vec<DI> requantize(DI di, hn::Vec<DI> sums, const float* scales,
                                  const Requantization& requantization) {
  const hn::RebindToFloat<DI> d;
  const auto scaled = hn::Mul(hn::ConvertTo(d, sums), hn::LoadU(d, scales));
  const auto limited = hn::Min(hn::Max(scaled, hn::Set(d, requantization.low)),
                               hn::Set(d, requantization.high));
  return hn::Add(hn::NearestInt(limited),
                 hn::Set(di, requantization.zero_point));
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
