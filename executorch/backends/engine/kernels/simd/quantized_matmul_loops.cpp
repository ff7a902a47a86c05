#include <executorch/backends/engine/kernels/simd/quantized_matmul_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/quantized_matmul_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/quad_dot-inl.h>
#include <hwy/highway.h>

ENGINE_BEFORE_QUAD_DOT();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;

// The sums of a tile take rows * vectors registers; there must remain those of
// a line of the weight, and of an element of x. Totals are needed once a block.
#if HWY_TARGET <= HWY_AVX3_DL
constexpr size_t kProductRows = 6;
constexpr size_t kProductVectors = 4;
#elif HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kProductRows = 4;
constexpr size_t kProductVectors = 4;
#else
constexpr size_t kProductRows = 4;
constexpr size_t kProductVectors = 2;
#endif

/// The products of four numbers of each row with a line of the weight.
template <size_t rows, size_t vectors>
HWY_INLINE void add_line(const uint8_t* const (&from)[rows], size_t k,
                         const Quads<VI> (&line)[vectors],
                         VI (&sums)[rows][vectors]) {
  const DI di;
#pragma GCC unroll 16
  for (size_t r = 0; r < rows; ++r) {
    const auto quad = centred_quads(di, broadcast_quad(di, from[r] + k));
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      sums[r][v] = add_centred_quads(di, quad, line[v], sums[r][v]);
    }
  }
}

template <size_t rows, size_t vectors>
HWY_INLINE void add_int8(const uint8_t* const (&from)[rows], size_t k,
                         const uint8_t* weight, VI (&sums)[rows][vectors]) {
  const DI di;
  Quads<VI> line[vectors];
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    line[v] =
        signed_quads(di, load_bytes(di, weight + v * hn::Lanes(di) * kQuad));
  }
  add_line<rows, vectors>(from, k, line, sums);
}

template <size_t rows, size_t vectors>
HWY_INLINE void add_4_bits(const uint8_t* const (&from)[rows], size_t k,
                           const uint8_t* weight, VI (&sums)[rows][vectors]) {
  const DI di;
  const VI high_halves = hn::Set(di, static_cast<int32_t>(0xF0F0F0F0u));
  Quads<VI> line[vectors];
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    const VI bytes = load_bytes(di, weight + v * hn::Lanes(di) * kQuad);
    line[v] = signed_quads(di, hn::And(hn::ShiftLeft<4>(bytes), high_halves));
  }
  add_line<rows, vectors>(from, k, line, sums);
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    const VI bytes = load_bytes(di, weight + v * hn::Lanes(di) * kQuad);
    line[v] = signed_quads(di, hn::And(bytes, high_halves));
  }
  add_line<rows, vectors>(from, k + kQuad, line, sums);
}

HWY_INLINE VI load_sums(const QuantizedPanel& weight, size_t at) {
  const DI di;
  if (weight.is_short) {
    const hn::Rebind<int16_t, DI> d16;
    return hn::PromoteTo(
        di, hn::LoadU(d16, static_cast<const int16_t*>(weight.sums) + at));
  }
  return hn::LoadU(di, static_cast<const int32_t*>(weight.sums) + at);
}

HWY_INLINE VF load_scales(const QuantizedPanel& weight, size_t at) {
  const DF d;
  if (weight.is_short) {
    const hn::RebindToUnsigned<DI> du;
    const hn::Rebind<uint16_t, DI> d16;
    const auto halves =
        hn::LoadU(d16, static_cast<const uint16_t*>(weight.scales) + at);
    return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, halves)));
  }
  return hn::LoadU(d, static_cast<const float*>(weight.scales) + at);
}

HWY_INLINE void store_floats(VF values, float* y, size_t n) {
  const DF d;
  if (n == hn::Lanes(d)) {
    hn::StoreU(values, d, y);
  } else {
    HWY_ALIGN float line[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(values, d, line);
    std::memcpy(y, line, n * sizeof(float));
  }
}

/// What the zero points of the rows take off the sums of a block, whose columns
/// begin at `at`.
template <size_t rows, size_t vectors>
HWY_INLINE void start_sums(const QuantizedOperand& x,
                           const QuantizedPanel& weight, size_t at,
                           VI (&sums)[rows][vectors]) {
  const DI di;
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    const VI column_sums = load_sums(weight, at + v * hn::Lanes(di));
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      sums[r][v] = hn::Mul(hn::Set(di, kCentre - int32_t{x.zero_points[r]}),
                           column_sums);
    }
  }
}

template <size_t rows, size_t vectors>
HWY_INLINE void add_scaled(const VI (&sums)[rows][vectors],
                           const QuantizedPanel& weight, size_t at,
                           VF (&totals)[rows][vectors]) {
  const DF d;
#pragma GCC unroll 16
  for (size_t v = 0; v < vectors; ++v) {
    const VF scale = load_scales(weight, at + v * hn::Lanes(d));
#pragma GCC unroll 16
    for (size_t r = 0; r < rows; ++r) {
      totals[r][v] =
          hn::Add(totals[r][v], hn::Mul(hn::ConvertTo(d, sums[r][v]), scale));
    }
  }
}

template <size_t rows, size_t vectors>
HWY_INLINE void store_product(const VF (&totals)[rows][vectors],
                              const QuantizedOperand& x, const float* bias,
                              size_t n_last, float* y, size_t stride) {
  const DF d;
  const size_t lanes = hn::Lanes(d);
#pragma GCC unroll 16
  for (size_t r = 0; r < rows; ++r) {
    const VF scale = hn::Set(d, x.scales[r]);
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      const VF scaled = hn::Mul(totals[r][v], scale);
      store_floats(hn::Add(scaled, hn::LoadU(d, bias + v * lanes)),
                   y + r * stride + v * lanes,
                   v + 1 < vectors ? lanes : n_last);
    }
  }
}

template <bool has_4_bits, size_t rows, size_t vectors>
void product_tile(const QuantizedOperand& x, const QuantizedPanel& weight,
                  size_t n_last, float* y, size_t stride) {
  constexpr size_t kStep = has_4_bits ? 2 * kQuad : kQuad;
  const size_t width = vectors * hn::Lanes(DI());
  const uint8_t* from[rows];
  VF totals[rows][vectors];
#pragma GCC unroll 16
  for (size_t r = 0; r < rows; ++r) {
    from[r] = x.numbers + r * x.stride;
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      totals[r][v] = hn::Zero(DF());
    }
  }
  const uint8_t* numbers = weight.numbers;
  size_t k = 0;
  for (size_t block = 0; block < weight.n_blocks; ++block) {
    VI sums[rows][vectors];
    start_sums<rows, vectors>(x, weight, block * width, sums);
    const size_t end = k + weight.block;
    for (; k < end; k += kStep, numbers += width * kQuad) {
      if constexpr (has_4_bits) {
        add_4_bits<rows, vectors>(from, k, numbers, sums);
      } else {
        add_int8<rows, vectors>(from, k, numbers, sums);
      }
    }
    add_scaled<rows, vectors>(sums, weight, block * width, totals);
  }
  store_product<rows, vectors>(totals, x, weight.bias, n_last, y, stride);
}

/// Tiles of kProductRows rows, then smaller ones.
template <bool has_4_bits, size_t vectors>
void product_of_rows(QuantizedOperand x, size_t rows,
                     const QuantizedPanel& weight, size_t n_last, float* y,
                     size_t stride) {
  const auto step = [&](size_t n) {
    x.numbers += n * x.stride;
    x.scales += n;
    x.zero_points += n;
    y += n * stride;
    rows -= n;
  };
  for (; rows >= kProductRows; step(kProductRows)) {
    product_tile<has_4_bits, kProductRows, vectors>(x, weight, n_last, y,
                                                    stride);
  }
  for (; rows >= 2; step(2)) {
    product_tile<has_4_bits, 2, vectors>(x, weight, n_last, y, stride);
  }
  if (rows != 0) {
    product_tile<has_4_bits, 1, vectors>(x, weight, n_last, y, stride);
  }
}

template <bool has_4_bits, size_t vectors = kProductVectors>
void product_of_panel(QuantizedOperand x, size_t rows,
                      const QuantizedPanel& weight, size_t columns, float* y,
                      size_t stride) {
  const size_t full = (vectors - 1) * hn::Lanes(DI());
  if constexpr (vectors > 1) {
    if (columns <= full) {
      product_of_panel<has_4_bits, vectors - 1>(x, rows, weight, columns, y,
                                                stride);
      return;
    }
  }
  product_of_rows<has_4_bits, vectors>(x, rows, weight, columns - full, y,
                                       stride);
}

QuantizedMatMulLoops make_quantized_matmul_loops() {
  const size_t lanes = hn::Lanes(DI());
  return {kProductRows, kProductVectors * lanes, lanes, product_of_panel<false>,
          product_of_panel<true>};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_quantized_matmul_loops);

QuantizedMatMulLoops quantized_matmul_loops() {
  return HWY_DYNAMIC_DISPATCH(make_quantized_matmul_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
