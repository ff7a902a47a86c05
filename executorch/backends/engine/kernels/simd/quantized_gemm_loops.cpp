#include <executorch/backends/engine/kernels/simd/quantized_gemm_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/quantized_gemm_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/quad_dot-inl.h>
#include <hwy/highway.h>

ENGINE_BEFORE_QUAD_DOT();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

using DI = hn::ScalableTag<int32_t>;
using VI = hn::Vec<DI>;

// The sums of a tile take rows * vectors registers; there must remain those of
// a line of b, and of an element of a.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kRows = 6;
constexpr size_t kVectors = 4;
#elif HWY_TARGET == HWY_NEON
constexpr size_t kRows = 4;
constexpr size_t kVectors = 4;
#elif ENGINE_MULTIPLIES_PAIRS
constexpr size_t kRows = 6;
constexpr size_t kVectors = 2;
#else
constexpr size_t kRows = 4;
constexpr size_t kVectors = 2;
#endif

#if ENGINE_MULTIPLIES_PAIRS

using D16 = hn::Repartition<int16_t, DI>;
using Numbers = hn::Vec<D16>;
constexpr size_t kGroup = 2;
constexpr size_t kNumberNbytes = sizeof(int16_t);

/// Signed bytes of b, a pair to a lane.
HWY_INLINE Numbers load_line(const int8_t* b) {
  const D16 d16;
  return hn::PromoteTo(d16, hn::LoadU(hn::Rebind<int8_t, D16>(), b));
}
/// The same numbers of a in every lane.
HWY_INLINE Numbers load_group(const uint8_t* a) {
  return hn::BitCast(D16(), broadcast_quad(DI(), a));
}
HWY_INLINE VI add_products(Numbers a, Numbers b, VI sums) {
  const DI di;
  // On x86 the two products of a lane stay in it, and `unused` is as it was.
  auto unused = hn::Zero(di);
  return hn::ReorderWidenMulAccumulate(di, a, b, sums, unused);
}

void widen_numbers(const uint8_t* from, size_t n, int16_t* to) {
  const D16 d16;
  const size_t lanes = hn::Lanes(d16);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto bytes = hn::LoadU(hn::Rebind<uint8_t, D16>(), from + i);
    hn::StoreU(hn::PromoteTo(d16, bytes), d16, to + i);
  }
  for (; i < n; ++i) {
    to[i] = from[i];
  }
}
constexpr auto* kWiden = widen_numbers;

#else

using Numbers = VI;
constexpr size_t kGroup = kQuad;
constexpr size_t kNumberNbytes = 1;

HWY_INLINE Numbers load_line(const int8_t* b) { return load_bytes(DI(), b); }
HWY_INLINE Numbers load_group(const uint8_t* a) {
  return broadcast_quad(DI(), a);
}
HWY_INLINE VI add_products(Numbers a, Numbers b, VI sums) {
  return add_quads(DI(), a, b, sums);
}
constexpr decltype(QuantizedGemmLoops::widen) kWiden = nullptr;

#endif

/// Writes the first n bytes of a vector.
HWY_INLINE void store_sums(VI sums, size_t v, uint8_t* y, size_t n,
                           const QuantizedOutput& out) {
  const DI di;
  const hn::Rebind<uint8_t, DI> d8;
  const size_t lanes = hn::Lanes(di);
  const auto bytes = hn::DemoteTo(
      d8, requantize(di, sums, out.scales + v * lanes, out.requantization));
  if (n == lanes) {
    hn::StoreU(bytes, d8, y + v * lanes);
  } else {
    HWY_ALIGN uint8_t line[HWY_MAX_BYTES];
    hn::StoreU(bytes, d8, line);
    std::memcpy(y + v * lanes, line, n);
  }
}

/// The sums of a tile from the i-th on; recursion keeps them in registers, as
/// loops that are not unrolled early enough do not.
template <size_t rows, size_t vectors, size_t i = 0>
HWY_INLINE void store(const VI (&sums)[rows][vectors], size_t n_last,
                      const QuantizedOutput& out) {
  constexpr size_t r = i / vectors;
  constexpr size_t v = i % vectors;
  store_sums(sums[r][v], v, out.y + r * out.row_stride,
             v + 1 < vectors ? hn::Lanes(DI()) : n_last, out);
  if constexpr (i + 1 < rows * vectors) {
    store<rows, vectors, i + 1>(sums, n_last, out);
  }
}

template <size_t rows, size_t vectors>
void tile(const QuantizedRows& a, const int8_t* HWY_RESTRICT b, size_t n_last,
          const QuantizedOutput& out) {
  const DI di;
  const size_t lanes = hn::Lanes(di);
  VI sums[rows][vectors];
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    const VI offsets = hn::LoadU(di, out.offsets + v * lanes);
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      sums[r][v] = offsets;
    }
  }
  const uint8_t* const* table = a.table;
  for (size_t s = 0; s < a.n_segments; ++s, table += a.table_step) {
    const uint8_t* from[rows];
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      from[r] = table[r];
    }
    for (size_t k = 0; k < a.depth; k += kGroup) {
      Numbers line[vectors];
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        line[v] = load_line(b + v * lanes * kGroup);
      }
      b += vectors * lanes * kGroup;
#pragma GCC unroll 16
      for (size_t r = 0; r < rows; ++r) {
        const Numbers group = load_group(from[r] + k * kNumberNbytes);
#pragma GCC unroll 16
        for (size_t v = 0; v < vectors; ++v) {
          sums[r][v] = add_products(group, line[v], sums[r][v]);
        }
      }
    }
  }
  store<rows, vectors>(sums, n_last, out);
}

/// Tiles of kRows rows, then smaller ones.
template <size_t vectors>
void panel_of(QuantizedRows a, size_t rows, const int8_t* b, size_t n_last,
              QuantizedOutput out) {
  const auto step = [&](size_t n) {
    a.table += n;
    out.y += n * out.row_stride;
    rows -= n;
  };
  for (; rows >= kRows; step(kRows)) {
    tile<kRows, vectors>(a, b, n_last, out);
  }
  for (; rows >= 2; step(2)) {
    tile<2, vectors>(a, b, n_last, out);
  }
  if (rows != 0) {
    tile<1, vectors>(a, b, n_last, out);
  }
}

template <size_t vectors = kVectors>
void any_panel(const QuantizedRows& a, size_t rows, const int8_t* b,
               size_t columns, const QuantizedOutput& out) {
  const size_t full = (vectors - 1) * hn::Lanes(DI());
  if constexpr (vectors > 1) {
    if (columns <= full) {
      any_panel<vectors - 1>(a, rows, b, columns, out);
      return;
    }
  }
  panel_of<vectors>(a, rows, b, columns - full, out);
}

QuantizedGemmLoops make_quantized_gemm_loops() {
  const size_t lanes = hn::Lanes(DI());
  return {kRows, kVectors * lanes, lanes, kGroup, kWiden, any_panel<kVectors>};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_quantized_gemm_loops);

QuantizedGemmLoops quantized_gemm_loops() {
  return HWY_DYNAMIC_DISPATCH(make_quantized_gemm_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
