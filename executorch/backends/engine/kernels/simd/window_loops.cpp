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

/// One of the vectors of channels of a tile, whole or the first `count` of it.
/// Where it lies in the tile is known to the compiler.
template <size_t v, bool is_whole>
struct Lanes {
  size_t count;

  static HWY_INLINE size_t at() { return v * hn::Lanes(D()); }

  HWY_INLINE V load(const float* x) const {
    return is_whole ? hn::LoadU(D(), x + at()) : load_part(x + at(), count, 0);
  }
  HWY_INLINE void store(V value, float* y) const {
    if (is_whole) {
      hn::StoreU(value, D(), y + at());
    } else {
      store_part(value, y + at(), count);
    }
  }
};

/// Channels of a tile: `count` of them, from `first` on, that fill `vectors`
/// vectors, the last of which is whole if is_whole is true.
template <size_t vectors, bool is_whole>
struct Channels {
  size_t first;
  size_t count;

  /// Calls take(v, lanes) for each vector.
  template <typename Take, size_t v = 0>
  HWY_INLINE void for_each(const Take& take) const {
    if constexpr (v < vectors) {
      take(v, Lanes < v,
           is_whole || v + 1 < vectors > {count - v * hn::Lanes(D())});
      for_each<Take, v + 1>(take);
    }
  }
};

/// Folds what a Fold says over the taps, for `places` windows.
template <size_t places, size_t vectors, bool is_whole, typename Fold>
HWY_INLINE void tile(const WindowRun<float>& run, size_t place,
                     Channels<vectors, is_whole> channels, const Fold& fold) {
  V values[places][vectors];
  channels.for_each([&](size_t v, auto lanes) HWY_ATTR {
    const V start = fold.start(channels.first, lanes);
#pragma GCC unroll 16
    for (size_t p = 0; p < places; ++p) {
      values[p][v] = start;
    }
  });
  const float* from = run.from + place * run.from_step + channels.first;
  for (size_t i = 0; i < run.n_taps; ++i) {
    const float* x[places];
#pragma GCC unroll 16
    for (size_t p = 0; p < places; ++p) {
      x[p] = from + run.taps[i] + p * run.from_step;
    }
    channels.for_each([&](size_t v, auto lanes) HWY_ATTR {
      const V factor = fold.factor(i, channels.first, lanes);
#pragma GCC unroll 16
      for (size_t p = 0; p < places; ++p) {
        values[p][v] = fold.step(values[p][v], factor, lanes.load(x[p]));
      }
    });
  }
#pragma GCC unroll 16
  for (size_t p = 0; p < places; ++p) {
    const size_t offset = (place + p) * run.to_step + channels.first;
    channels.for_each([&](size_t v, auto lanes) HWY_ATTR {
      lanes.store(fold.finish(values[p][v], offset, lanes), run.to + offset);
    });
  }
}

/// As many vectors of channels as there are, the last of which is not whole.
template <size_t places, size_t vectors, typename Fold>
HWY_INLINE void fold_rest(const WindowRun<float>& run, size_t place,
                          size_t first, const Fold& fold) {
  const size_t lanes = hn::Lanes(D());
  const size_t count = run.channels - first;
  if (count == vectors * lanes) {
    tile<places>(run, place, Channels<vectors, true>{first, count}, fold);
  } else if (count > (vectors - 1) * lanes) {
    tile<places>(run, place, Channels<vectors, false>{first, count}, fold);
  } else if constexpr (vectors > 1) {
    fold_rest<places, vectors - 1>(run, place, first, fold);
  }
}

/// All channels of some places: they follow one another in memory.
template <size_t places, typename Fold>
HWY_INLINE void fold_places(const WindowRun<float>& run, size_t place,
                            const Fold& fold) {
  const size_t block = kVectors * hn::Lanes(D());
  size_t first = 0;
  for (; first + block <= run.channels; first += block) {
    tile<places>(run, place, Channels<kVectors, true>{first, block}, fold);
  }
  if (first < run.channels) {
    fold_rest<places, kVectors>(run, place, first, fold);
  }
}

template <typename Fold>
HWY_INLINE void fold_taps(const WindowRun<float>& run, const Fold& fold) {
  size_t place = 0;
  for (; place + kPlaces <= run.places; place += kPlaces) {
    fold_places<kPlaces>(run, place, fold);
  }
  for (; place < run.places; ++place) {
    fold_places<1>(run, place, fold);
  }
}

/// The fields are copies: stores of results might change what they point to.
struct WeightedSum {
  const float* const* weights;
  const float* bias;
  const float* residual;
  float min;
  float max;
  bool has_bounds;

  WeightedSum(const float* const* tap_weights, const WindowOutput& output)
      : weights(tap_weights),
        bias(output.bias),
        residual(output.residual),
        min(output.min),
        max(output.max),
        has_bounds(output.has_bounds()) {}

  template <typename L>
  HWY_INLINE V start(size_t first, L lanes) const {
    return bias == nullptr ? hn::Zero(D()) : lanes.load(bias + first);
  }
  template <typename L>
  HWY_INLINE V factor(size_t tap, size_t first, L lanes) const {
    return lanes.load(weights[tap] + first);
  }
  HWY_INLINE V step(V sum, V weight, V x) const {
    return hn::MulAdd(weight, x, sum);
  }
  template <typename L>
  HWY_INLINE V finish(V sum, size_t offset, L lanes) const {
    if (residual != nullptr) {
      sum = hn::Add(sum, lanes.load(residual + offset));
    }
    return has_bounds ? limit(sum, min, max) : sum;
  }
};

struct Maximum {
  template <typename L>
  HWY_INLINE V start(size_t, L) const {
    return hn::Set(D(), -__builtin_huge_valf());
  }
  template <typename L>
  HWY_INLINE V factor(size_t, size_t, L) const {
    return hn::Zero(D());
  }
  /// The larger; x if it is NaN, and the present one if that is.
  HWY_INLINE V step(V present, V, V x) const {
    const auto take = hn::Or(hn::Gt(x, present), hn::IsNaN(x));
    return hn::IfThenElse(take, x, present);
  }
  template <typename L>
  HWY_INLINE V finish(V largest, size_t, L) const {
    return largest;
  }
};

struct Average {
  float divisor;

  template <typename L>
  HWY_INLINE V start(size_t, L) const {
    return hn::Zero(D());
  }
  template <typename L>
  HWY_INLINE V factor(size_t, size_t, L) const {
    return hn::Zero(D());
  }
  HWY_INLINE V step(V sum, V, V x) const { return hn::Add(sum, x); }
  template <typename L>
  HWY_INLINE V finish(V sum, size_t, L) const {
    return hn::Div(sum, constant(divisor));
  }
};

void weighted_sum(const WindowRun<float>& run, const float* const* weights,
                  const WindowOutput& output) {
  const WindowRun<float> copy = run;
  fold_taps(copy, WeightedSum(weights, output));
}

void maximum(const WindowRun<float>& run) {
  const WindowRun<float> copy = run;
  fold_taps(copy, Maximum{});
}

void average(const WindowRun<float>& run, float divisor) {
  const WindowRun<float> copy = run;
  fold_taps(copy, Average{divisor});
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
