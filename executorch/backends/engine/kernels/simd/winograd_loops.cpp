#include <executorch/backends/engine/kernels/simd/winograd_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/winograd_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

/// Transforms of lines of a tile of kSide x kSide results. kNear and kFar are
/// the absolute values of the points, apart from 0 and infinity.
template <size_t side>
struct Transform;

template <>
struct Transform<2> {
  static constexpr size_t kTile = 4;

  static HWY_INLINE void input(const V (&d)[4], V (&t)[4]) {
    t[0] = hn::Sub(d[0], d[2]);
    t[1] = hn::Add(d[1], d[2]);
    t[2] = hn::Sub(d[2], d[1]);
    t[3] = hn::Sub(d[3], d[1]);
  }

  static HWY_INLINE void output(const V (&m)[4], V (&y)[2]) {
    y[0] = hn::Add(m[0], hn::Add(m[1], m[2]));
    y[1] = hn::Add(hn::Sub(m[1], m[2]), m[3]);
  }

  static void weight(const float (&g)[3], float (&u)[4]) {
    u[0] = g[0];
    u[1] = (g[0] + g[2] + g[1]) * 0.5f;
    u[2] = (g[0] + g[2] - g[1]) * 0.5f;
    u[3] = g[2];
  }

  static void restore(const float (&u)[4], float (&g)[3]) {
    g[0] = u[0];
    g[1] = u[1] - u[2];
    g[2] = u[3];
  }
};

template <>
struct Transform<4> {
  static constexpr size_t kTile = 6;
  static constexpr float kNear = 0.75f;
  static constexpr float kFar = 1.5f;
  static constexpr float kNear2 = kNear * kNear;
  static constexpr float kFar2 = kFar * kFar;

  static HWY_INLINE void input(const V (&d)[6], V (&t)[6]) {
    const V near2 = constant(kNear2);
    const V far2 = constant(kFar2);
    const V product = constant(kNear2 * kFar2);
    const V sum = constant(kNear2 + kFar2);
    t[0] = hn::MulAdd(product, d[0], hn::NegMulAdd(sum, d[2], d[4]));
    t[5] = hn::MulAdd(product, d[1], hn::NegMulAdd(sum, d[3], d[5]));
    const V even_near = hn::NegMulAdd(far2, d[2], d[4]);
    const V odd_near = hn::NegMulAdd(far2, d[1], d[3]);
    t[1] = hn::MulAdd(constant(kNear), odd_near, even_near);
    t[2] = hn::NegMulAdd(constant(kNear), odd_near, even_near);
    const V even_far = hn::NegMulAdd(near2, d[2], d[4]);
    const V odd_far = hn::NegMulAdd(near2, d[1], d[3]);
    t[3] = hn::MulAdd(constant(kFar), odd_far, even_far);
    t[4] = hn::NegMulAdd(constant(kFar), odd_far, even_far);
  }

  static HWY_INLINE void output(const V (&m)[6], V (&y)[4]) {
    const V even_near = hn::Add(m[1], m[2]);
    const V odd_near = hn::Sub(m[1], m[2]);
    const V even_far = hn::Add(m[3], m[4]);
    const V odd_far = hn::Sub(m[3], m[4]);
    y[0] = hn::Add(m[0], hn::Add(even_near, even_far));
    y[1] =
        hn::MulAdd(constant(kFar), odd_far, hn::Mul(constant(kNear), odd_near));
    y[2] = hn::MulAdd(constant(kFar2), even_far,
                      hn::Mul(constant(kNear2), even_near));
    y[3] = hn::MulAdd(constant(kFar2 * kFar), odd_far,
                      hn::MulAdd(constant(kNear2 * kNear), odd_near, m[5]));
  }

  static constexpr float kOfNear = 1 / (2 * kNear2 * (kNear2 - kFar2));
  static constexpr float kOfFar = 1 / (2 * kFar2 * (kFar2 - kNear2));

  static void weight(const float (&g)[3], float (&u)[6]) {
    u[0] = g[0] / (kNear2 * kFar2);
    u[1] = kOfNear * (g[0] + kNear2 * g[2] + kNear * g[1]);
    u[2] = kOfNear * (g[0] + kNear2 * g[2] - kNear * g[1]);
    u[3] = kOfFar * (g[0] + kFar2 * g[2] + kFar * g[1]);
    u[4] = kOfFar * (g[0] + kFar2 * g[2] - kFar * g[1]);
    u[5] = g[2];
  }

  static void restore(const float (&u)[6], float (&g)[3]) {
    g[0] = u[0] * (kNear2 * kFar2);
    g[1] = (u[1] - u[2]) / (2 * kOfNear * kNear);
    g[2] = u[5];
  }
};

template <size_t side>
void weight(const float* from, float* to) {
  constexpr size_t kTile = Transform<side>::kTile;
  float columns[3][kTile];
  for (size_t j = 0; j < 3; ++j) {
    const float line[3] = {from[j], from[3 + j], from[6 + j]};
    Transform<side>::weight(line, columns[j]);
  }
  for (size_t i = 0; i < kTile; ++i) {
    const float line[3] = {columns[0][i], columns[1][i], columns[2][i]};
    float row[kTile];
    Transform<side>::weight(line, row);
    for (size_t j = 0; j < kTile; ++j) {
      to[i * kTile + j] = row[j];
    }
  }
}

template <size_t side>
void restore(const float* from, size_t step, float* to) {
  constexpr size_t kTile = Transform<side>::kTile;
  float rows[kTile][3];
  for (size_t i = 0; i < kTile; ++i) {
    float row[kTile];
    for (size_t j = 0; j < kTile; ++j) {
      row[j] = from[(i * kTile + j) * step];
    }
    Transform<side>::restore(row, rows[i]);
  }
  for (size_t j = 0; j < 3; ++j) {
    float column[kTile];
    float line[3];
    for (size_t i = 0; i < kTile; ++i) {
      column[i] = rows[i][j];
    }
    Transform<side>::restore(column, line);
    for (size_t i = 0; i < 3; ++i) {
      to[i * 3 + j] = line[i];
    }
  }
}

/// Channels [c, c + n) of a tile, n at most a vector. What is written is whole
/// vectors.
template <size_t side>
HWY_INLINE void input_vector(const WinogradInput& tile, size_t c, size_t n) {
  constexpr size_t kTile = Transform<side>::kTile;
  const D d;
  V turned[kTile][kTile];
#pragma GCC unroll 8
  for (size_t j = 0; j < kTile; ++j) {
    V column[kTile];
    V line[kTile];
#pragma GCC unroll 8
    for (size_t i = 0; i < kTile; ++i) {
      const float* x = tile.pixels[i * kTile + j] + c;
      column[i] = n >= hn::Lanes(d) ? hn::LoadU(d, x) : load_part(x, n, 0);
    }
    Transform<side>::input(column, line);
#pragma GCC unroll 8
    for (size_t i = 0; i < kTile; ++i) {
      turned[i][j] = line[i];
    }
  }
  float* to = tile.to + c;
#pragma GCC unroll 8
  for (size_t i = 0; i < kTile; ++i) {
    V line[kTile];
    Transform<side>::input(turned[i], line);
#pragma GCC unroll 8
    for (size_t j = 0; j < kTile; ++j, to += tile.matrix_step) {
      hn::StoreU(line[j], d, to);
    }
  }
}

template <size_t side>
void input(const WinogradInput& tile) {
  const size_t lanes = hn::Lanes(D());
  for (size_t c = 0; c < tile.channels; c += lanes) {
    input_vector<side>(tile, c, tile.channels - c);
  }
}

/// What becomes of a result before it is written.
HWY_INLINE V finish(const WinogradOutput& tile, V y, size_t pixel, size_t c,
                    size_t n) {
  const D d;
  if (tile.bias != nullptr) {
    const float* bias = tile.bias + c;
    y = hn::Add(y,
                n >= hn::Lanes(d) ? hn::LoadU(d, bias) : load_part(bias, n, 0));
  }
  if (tile.has_residual) {
    const float* residual = tile.residuals[pixel] + c;
    y = hn::Add(y, n >= hn::Lanes(d) ? hn::LoadU(d, residual)
                                     : load_part(residual, n, 0));
  }
  return limit(y, tile.min, tile.max);
}

/// Adds to `rest` what is 0 for finite results, in the first n lanes.
template <size_t side>
HWY_INLINE void output_vector(const WinogradOutput& tile, size_t c, size_t n,
                              V& rest) {
  constexpr size_t kTile = Transform<side>::kTile;
  const D d;
  V turned[kTile][side];
  const float* from = tile.from + c;
#pragma GCC unroll 8
  for (size_t i = 0; i < kTile; ++i) {
    V line[kTile];
#pragma GCC unroll 8
    for (size_t j = 0; j < kTile; ++j, from += tile.matrix_step) {
      line[j] = hn::LoadU(d, from);
    }
    Transform<side>::output(line, turned[i]);
  }
#pragma GCC unroll 8
  for (size_t j = 0; j < side; ++j) {
    V column[kTile];
    V y[side];
#pragma GCC unroll 8
    for (size_t i = 0; i < kTile; ++i) {
      column[i] = turned[i][j];
    }
    Transform<side>::output(column, y);
#pragma GCC unroll 8
    for (size_t i = 0; i < side; ++i) {
      const size_t pixel = i * side + j;
      if (tile.pixels[pixel] == nullptr) {
        continue;
      }
      const V counted =
          n >= hn::Lanes(d) ? y[i] : hn::IfThenElseZero(hn::FirstN(d, n), y[i]);
      rest = hn::MulAdd(counted, hn::Zero(d), rest);
      const V result = finish(tile, y[i], pixel, c, n);
      if (n >= hn::Lanes(d)) {
        hn::StoreU(result, d, tile.pixels[pixel] + c);
      } else {
        store_part(result, tile.pixels[pixel] + c, n);
      }
    }
  }
}

template <size_t side>
bool output(const WinogradOutput& tile) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V rest = hn::Zero(d);
  for (size_t c = 0; c < tile.channels; c += lanes) {
    output_vector<side>(tile, c, tile.channels - c, rest);
  }
  return hn::AllTrue(d, hn::Eq(rest, rest));
}

WinogradLoops make_winograd_loops(size_t side) {
  return side == 2 ? WinogradLoops{weight<2>, input<2>, output<2>, restore<2>}
                   : WinogradLoops{weight<4>, input<4>, output<4>, restore<4>};
}

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_winograd_loops);

WinogradLoops winograd_loops(size_t side) {
  return HWY_DYNAMIC_DISPATCH(make_winograd_loops)(side);
}

}  // namespace executorch::backends::engine::simd
#endif
