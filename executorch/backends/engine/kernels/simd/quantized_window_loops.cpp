#include <executorch/backends/engine/kernels/simd/quantized_window_loops.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/quantized_window_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/quad_dot-inl.h>
#include <hwy/highway.h>

ENGINE_BEFORE_QUAD_DOT();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

/// Of fewer channels than a vector has bytes.
void maximum_of_some(const WindowRun<uint8_t>& run, const uint8_t* from,
                     uint8_t* to) {
  for (size_t c = 0; c < run.channels; ++c) {
    uint8_t largest = 0;
    for (size_t i = 0; i < run.n_taps; ++i) {
      largest = std::max(largest, from[run.taps[i] + c]);
    }
    to[c] = largest;
  }
}

void maximum(const WindowRun<uint8_t>& run) {
  const hn::ScalableTag<uint8_t> d8;
  const size_t lanes = hn::Lanes(d8);
  for (size_t place = 0; place < run.places; ++place) {
    const uint8_t* from = run.from + place * run.from_step;
    uint8_t* to = run.to + place * run.to_step;
    if (run.channels < lanes) {
      maximum_of_some(run, from, to);
      continue;
    }
    for (size_t c = 0; c < run.channels; c += lanes) {
      // The last vector overlaps with the one in front of it.
      const size_t first = std::min(c, run.channels - lanes);
      auto largest = hn::Zero(d8);
      for (size_t i = 0; i < run.n_taps; ++i) {
        largest = hn::Max(largest, hn::LoadU(d8, from + run.taps[i] + first));
      }
      hn::StoreU(largest, d8, to + first);
    }
  }
}

#if HWY_TARGET == HWY_SCALAR

QuantizedWindowLoops make_quantized_window_loops() {
  return {0, nullptr, maximum};
}

#else

constexpr size_t kQuad = 4;

/// Four taps, [channels][4] in four vectors.
template <typename D8, typename V8 = hn::Vec<D8> >
HWY_INLINE void interleave(
    D8 d8, const V8 (&taps)[kQuad],
    hn::Vec<hn::Repartition<int32_t, D8> > (&to)[kQuad]) {
  const hn::Repartition<uint16_t, D8> d16;
  const hn::Repartition<int32_t, D8> di;
  const auto low01 =
      hn::BitCast(d16, hn::InterleaveLower(d8, taps[0], taps[1]));
  const auto high01 =
      hn::BitCast(d16, hn::InterleaveUpper(d8, taps[0], taps[1]));
  const auto low23 =
      hn::BitCast(d16, hn::InterleaveLower(d8, taps[2], taps[3]));
  const auto high23 =
      hn::BitCast(d16, hn::InterleaveUpper(d8, taps[2], taps[3]));
  to[0] = hn::BitCast(di, hn::InterleaveLower(d16, low01, low23));
  to[1] = hn::BitCast(di, hn::InterleaveUpper(d16, low01, low23));
  to[2] = hn::BitCast(di, hn::InterleaveLower(d16, high01, high23));
  to[3] = hn::BitCast(di, hn::InterleaveUpper(d16, high01, high23));
}

/// Numbers of [0, 255] in the order that interleave() gives, as bytes in that
/// of the channels.
template <typename D8, typename VI>
HWY_INLINE hn::Vec<D8> to_bytes(D8 d8, const VI (&numbers)[kQuad]) {
  const hn::Repartition<int16_t, D8> d16;
  constexpr uint8_t kNone = 0x80;
  alignas(16) static constexpr uint8_t kLow[16] = {
      0,     2,     4,     6,     8,     10,    12,    14,
      kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
  alignas(16) static constexpr uint8_t kHigh[16] = {
      kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone,
      0,     2,     4,     6,     8,     10,    12,    14};
  const auto first =
      hn::BitCast(d8, hn::ReorderDemote2To(d16, numbers[0], numbers[1]));
  const auto second =
      hn::BitCast(d8, hn::ReorderDemote2To(d16, numbers[2], numbers[3]));
  return hn::Or(hn::TableLookupBytesOr0(first, hn::LoadDup128(d8, kLow)),
                hn::TableLookupBytesOr0(second, hn::LoadDup128(d8, kHigh)));
}

/// The first n bytes, less than a vector.
template <typename D8>
HWY_INLINE hn::Vec<D8> load_first(D8 d8, const uint8_t* from, size_t n) {
  HWY_ALIGN uint8_t line[HWY_MAX_BYTES] = {};
  std::memcpy(line, from, n);
  return hn::Load(d8, line);
}

/// Channels [first, first + n) of all places; n is less than a vector in the
/// last block alone.
template <typename D8, bool is_whole>
void sum_block(const QuantizedRun& run, const QuantizedFilters& filters,
               const Requantization& requantization, size_t first, size_t n) {
  const D8 d8;
  const hn::Repartition<int32_t, D8> di;
  using VI = hn::Vec<decltype(di)>;
  const size_t lanes = hn::Lanes(di);
  for (size_t place = 0; place < run.places; ++place) {
    VI sums[kQuad];
#pragma GCC unroll 4
    for (size_t i = 0; i < kQuad; ++i) {
      sums[i] = hn::LoadU(di, filters.offsets + i * lanes);
    }
    const int8_t* weights = filters.weights;
    for (size_t tap = 0; tap < run.n_taps; tap += kQuad) {
      hn::Vec<D8> taps[kQuad];
#pragma GCC unroll 4
      for (size_t i = 0; i < kQuad; ++i) {
        const uint8_t* from =
            run.taps[tap + i] + place * run.steps[tap + i] + first;
        taps[i] = is_whole ? hn::LoadU(d8, from) : load_first(d8, from, n);
      }
      VI quads[kQuad];
      interleave(d8, taps, quads);
#pragma GCC unroll 4
      for (size_t i = 0; i < kQuad; ++i, weights += lanes * kQuad) {
        sums[i] = add_quads(di, unsigned_quads(di, quads[i]),
                            signed_quads(di, load_bytes(di, weights)), sums[i]);
      }
    }
#pragma GCC unroll 4
    for (size_t i = 0; i < kQuad; ++i) {
      sums[i] =
          requantize(di, sums[i], filters.scales + i * lanes, requantization);
    }
    const auto bytes = to_bytes(d8, sums);
    uint8_t* y = run.y + place * run.y_step + first;
    if constexpr (is_whole) {
      hn::StoreU(bytes, d8, y);
    } else {
      HWY_ALIGN uint8_t line[HWY_MAX_BYTES];
      hn::Store(bytes, d8, line);
      std::memcpy(y, line, n);
    }
  }
}

template <typename D8>
void sum_blocks(const QuantizedRun& run, QuantizedFilters filters,
                const Requantization& requantization, size_t first) {
  const size_t width = hn::Lanes(D8());
  for (; first + width <= run.channels; first += width) {
    sum_block<D8, true>(run, filters, requantization, first, width);
    filters.weights += run.n_taps * width;
    filters.offsets += width;
    filters.scales += width;
  }
  if (first == run.channels) {
    return;
  }
  if constexpr (hn::MaxLanes(D8()) > kLeastChannels) {
    sum_blocks<hn::Half<D8> >(run, filters, requantization, first);
  } else {
    sum_block<D8, false>(run, filters, requantization, first,
                         run.channels - first);
  }
}

void weighted_sum(const QuantizedRun& run, const QuantizedFilters& filters,
                  const Requantization& requantization) {
  sum_blocks<hn::ScalableTag<uint8_t> >(run, filters, requantization, 0);
}

QuantizedWindowLoops make_quantized_window_loops() {
  return {hn::Lanes(hn::ScalableTag<uint8_t>()), weighted_sum, maximum};
}

#endif

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_quantized_window_loops);

QuantizedWindowLoops quantized_window_loops() {
  return HWY_DYNAMIC_DISPATCH(make_quantized_window_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
