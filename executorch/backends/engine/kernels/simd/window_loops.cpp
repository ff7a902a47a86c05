#include <executorch/backends/engine/kernels/simd/window_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/window_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

// Registers hold the results of a tile, and one vector of weights for each of
// its vectors.
constexpr size_t kPlaces = 4;
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kVectors = 4;
#else
constexpr size_t kVectors = 2;
#endif

HWY_INLINE V load(const float* x, size_t n) {
  const D d;
  return n >= hn::Lanes(d) ? hn::LoadU(d, x) : load_part(x, n, 0);
}

/// Channels of a tile: `count` of them, from `first` on.
struct Channels {
  size_t first;
  size_t count;

  size_t at(size_t v) const { return first + v * hn::Lanes(D()); }
  size_t left(size_t v) const { return count - v * hn::Lanes(D()); }
};

/// Folds what a Fold says over the taps, for `places` windows and `vectors`
/// vectors of channels.
template <size_t places, size_t vectors, typename Fold>
HWY_INLINE void tile(const WindowRun& run, size_t place, Channels channels,
                     const Fold& fold) {
  const D d;
  V values[places][vectors];
#pragma GCC unroll 16
  for (size_t p = 0; p < places; ++p) {
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      values[p][v] = fold.start(channels.at(v), channels.left(v));
    }
  }
  const float* from = run.from + place * run.from_step;
  for (size_t i = 0; i < run.n_taps; ++i) {
    V factors[vectors];
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      factors[v] = fold.factor(i, channels.at(v), channels.left(v));
    }
    const float* tap = from + run.taps[i];
#pragma GCC unroll 16
    for (size_t p = 0; p < places; ++p) {
#pragma GCC unroll 16
      for (size_t v = 0; v < vectors; ++v) {
        const V x =
            load(tap + p * run.from_step + channels.at(v), channels.left(v));
        values[p][v] = fold.step(values[p][v], factors[v], x);
      }
    }
  }
#pragma GCC unroll 16
  for (size_t p = 0; p < places; ++p) {
#pragma GCC unroll 16
    for (size_t v = 0; v < vectors; ++v) {
      const size_t offset = (place + p) * run.to_step + channels.at(v);
      const V y = fold.finish(values[p][v], offset, channels.left(v));
      if (channels.left(v) >= hn::Lanes(d)) {
        hn::StoreU(y, d, run.to + offset);
      } else {
        store_part(y, run.to + offset, channels.left(v));
      }
    }
  }
}

template <size_t vectors, typename Fold>
HWY_INLINE void fold_places(const WindowRun& run, Channels channels,
                            const Fold& fold) {
  size_t place = 0;
  for (; place + kPlaces <= run.places; place += kPlaces) {
    tile<kPlaces, vectors>(run, place, channels, fold);
  }
  for (; place < run.places; ++place) {
    tile<1, vectors>(run, place, channels, fold);
  }
}

/// As many vectors of channels as there are, the last of which is not whole.
template <size_t vectors, typename Fold>
HWY_INLINE void fold_rest(const WindowRun& run, Channels channels,
                          const Fold& fold) {
  if (channels.count > (vectors - 1) * hn::Lanes(D())) {
    fold_places<vectors>(run, channels, fold);
  } else if constexpr (vectors > 1) {
    fold_rest<vectors - 1>(run, channels, fold);
  }
}

template <typename Fold>
HWY_INLINE void fold_taps(const WindowRun& run, const Fold& fold) {
  const size_t lanes = hn::Lanes(D());
  size_t first = 0;
  for (; first + kVectors * lanes <= run.channels; first += kVectors * lanes) {
    fold_places<kVectors>(run, {first, kVectors * lanes}, fold);
  }
  if (first < run.channels) {
    fold_rest<kVectors>(run, {first, run.channels - first}, fold);
  }
}

struct WeightedSum {
  const float* const* weights;
  const WindowOutput& output;

  HWY_INLINE V start(size_t channel, size_t n) const {
    return output.bias == nullptr ? hn::Zero(D())
                                  : load(output.bias + channel, n);
  }
  HWY_INLINE V factor(size_t tap, size_t channel, size_t n) const {
    return load(weights[tap] + channel, n);
  }
  HWY_INLINE V step(V sum, V weight, V x) const {
    return hn::MulAdd(weight, x, sum);
  }
  HWY_INLINE V finish(V sum, size_t offset, size_t n) const {
    if (output.residual != nullptr) {
      sum = hn::Add(sum, load(output.residual + offset, n));
    }
    return output.has_bounds() ? limit(sum, output.min, output.max) : sum;
  }
};

struct Maximum {
  HWY_INLINE V start(size_t, size_t) const {
    return hn::Set(D(), -__builtin_huge_valf());
  }
  HWY_INLINE V factor(size_t, size_t, size_t) const { return hn::Zero(D()); }
  /// The larger; x if it is NaN, and the present one if that is.
  HWY_INLINE V step(V present, V, V x) const {
    const auto take = hn::Or(hn::Gt(x, present), hn::IsNaN(x));
    return hn::IfThenElse(take, x, present);
  }
  HWY_INLINE V finish(V largest, size_t, size_t) const { return largest; }
};

struct Average {
  float divisor;

  HWY_INLINE V start(size_t, size_t) const { return hn::Zero(D()); }
  HWY_INLINE V factor(size_t, size_t, size_t) const { return hn::Zero(D()); }
  HWY_INLINE V step(V sum, V, V x) const { return hn::Add(sum, x); }
  HWY_INLINE V finish(V sum, size_t, size_t) const {
    return hn::Div(sum, constant(divisor));
  }
};

void weighted_sum(const WindowRun& run, const float* const* weights,
                  const WindowOutput& output) {
  fold_taps(run, WeightedSum{weights, output});
}

void maximum(const WindowRun& run) { fold_taps(run, Maximum{}); }

void average(const WindowRun& run, float divisor) {
  fold_taps(run, Average{divisor});
}

WindowLoops make_window_loops() { return {weighted_sum, maximum, average}; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_window_loops);

WindowLoops window_loops() { return HWY_DYNAMIC_DISPATCH(make_window_loops)(); }

}  // namespace executorch::backends::engine::simd
#endif
