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
#if HWY_TARGET <= HWY_AVX3_DL
constexpr size_t kRows = 6;
constexpr size_t kVectors = 4;
#elif HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kRows = 4;
constexpr size_t kVectors = 4;
#else
constexpr size_t kRows = 4;
constexpr size_t kVectors = 2;
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
    for (size_t k = 0; k < a.depth; k += kQuad) {
      Quads<VI> line[vectors];
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        line[v] = signed_quads(di, load_bytes(di, b + v * lanes * kQuad));
      }
      b += vectors * lanes * kQuad;
#pragma GCC unroll 16
      for (size_t r = 0; r < rows; ++r) {
        const auto quad = unsigned_quads(di, broadcast_quad(di, from[r] + k));
#pragma GCC unroll 16
        for (size_t v = 0; v < vectors; ++v) {
          sums[r][v] = add_quads(di, quad, line[v], sums[r][v]);
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
  return {kRows, kVectors * lanes, lanes, any_panel<kVectors>};
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
