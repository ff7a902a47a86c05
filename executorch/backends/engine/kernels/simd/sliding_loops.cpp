#include <executorch/backends/engine/kernels/simd/sliding_loops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "executorch/backends/engine/kernels/simd/sliding_loops.cpp"
#include <hwy/foreach_target.h>

// After foreach_target.h, which includes this file once for each target.
#include <executorch/backends/engine/kernels/simd/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace executorch::backends::engine::simd::HWY_NAMESPACE {

// Registers hold the sums of the places and the weights of a row.
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kPlaces = 8;
#else
constexpr size_t kPlaces = 6;
#endif
constexpr size_t kFewPlaces = 4;

/// x, which GCC would otherwise load again for each of its uses.
HWY_INLINE V kept(V x) {
#if HWY_COMPILER_GCC && HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  __asm__("" : "+v"(x.raw));
#endif
  return x;
}

/// Windows that are `width` wide and `stride` apart.
template <size_t width, size_t stride>
struct Slide {
  // Copies: stores of results might change what is pointed to.
  const WindowRun<float> run;
  const float* const* weights;
  const float* bias;
  const float* residual;
  float min;
  float max;

  Slide(const WindowRun<float>& of_run, const float* const* tap_weights,
        const WindowOutput& output)
      : run(of_run),
        weights(tap_weights),
        bias(output.bias),
        residual(output.residual),
        min(output.min),
        max(output.max) {}

  template <bool is_whole>
  static HWY_INLINE V load(const float* x, size_t n) {
    return is_whole ? hn::LoadU(D(), x) : load_part(x, n, 0);
  }

  /// Adds a column of x to the sums of the places whose windows have it.
  template <size_t column, size_t places, size_t place = 0>
  static HWY_INLINE void add_column(V x, const V (&factors)[width],
                                    V (&sums)[places]) {
    if constexpr (column >= place * stride && column < place * stride + width) {
      sums[place] =
          hn::MulAdd(factors[column - place * stride], x, sums[place]);
    }
    if constexpr (place + 1 < places) {
      add_column<column, places, place + 1>(x, factors, sums);
    }
  }

  template <bool is_whole, size_t places, size_t column = 0>
  HWY_INLINE void add_row(const float* x, size_t n, const V (&factors)[width],
                          V (&sums)[places]) const {
    add_column<column>(kept(load<is_whole>(x, n)), factors, sums);
    if constexpr (column + 1 < (places - 1) * stride + width) {
      add_row<is_whole, places, column + 1>(x + run.tap_step, n, factors, sums);
    }
  }

  template <bool is_whole, size_t places, size_t place = 0>
  HWY_INLINE void store(const V (&sums)[places], size_t offset,
                        size_t n) const {
    V sum = sums[place];
    if (residual != nullptr) {
      sum = hn::Add(sum, load<is_whole>(residual + offset, n));
    }
    sum = limit(sum, min, max);
    if constexpr (is_whole) {
      hn::StoreU(sum, D(), run.to + offset);
    } else {
      store_part(sum, run.to + offset, n);
    }
    if constexpr (place + 1 < places) {
      store<is_whole, places, place + 1>(sums, offset + run.to_step, n);
    }
  }

  /// Channels [c, c + n) of some places.
  template <bool is_whole, size_t places>
  HWY_INLINE void sum_vector(size_t place, size_t c, size_t n) const {
    const V start =
        bias == nullptr ? hn::Zero(D()) : load<is_whole>(bias + c, n);
    V sums[places];
#pragma GCC unroll 16
    for (size_t i = 0; i < places; ++i) {
      sums[i] = start;
    }
    const float* from = run.from + place * run.from_step + c;
    for (size_t tap = 0; tap < run.n_taps; tap += width) {
      V factors[width];
#pragma GCC unroll 16
      for (size_t i = 0; i < width; ++i) {
        factors[i] = load<is_whole>(weights[tap + i] + c, n);
      }
      add_row<is_whole>(from + run.taps[tap], n, factors, sums);
    }
    store<is_whole>(sums, place * run.to_step + c, n);
  }

  template <size_t places>
  HWY_INLINE void sum_places(size_t place) const {
    const size_t lanes = hn::Lanes(D());
    size_t c = 0;
    for (; c + lanes <= run.channels; c += lanes) {
      sum_vector<true, places>(place, c, lanes);
    }
    if (c < run.channels) {
      sum_vector<false, places>(place, c, run.channels - c);
    }
  }

  HWY_INLINE void sum_all() const {
    size_t place = 0;
    for (; place + kPlaces <= run.places; place += kPlaces) {
      sum_places<kPlaces>(place);
    }
    for (; place + kFewPlaces <= run.places; place += kFewPlaces) {
      sum_places<kFewPlaces>(place);
    }
    if (place < run.places) {
      // Some are computed again.
      sum_places<kFewPlaces>(run.places - kFewPlaces);
    }
  }
};

bool serves_run(const WindowRun<float>& run) {
  return (run.row_taps == 3 || run.row_taps == 5) && run.places >= kFewPlaces &&
         (run.from_step == run.tap_step || run.from_step == 2 * run.tap_step);
}

template <size_t width>
void sum_of_width(const WindowRun<float>& run, const float* const* weights,
                  const WindowOutput& output) {
  if (run.from_step == run.tap_step) {
    Slide<width, 1>(run, weights, output).sum_all();
  } else {
    Slide<width, 2>(run, weights, output).sum_all();
  }
}

void sliding_sum(const WindowRun<float>& run, const float* const* weights,
                 const WindowOutput& output) {
  if (run.row_taps == 3) {
    sum_of_width<3>(run, weights, output);
  } else {
    sum_of_width<5>(run, weights, output);
  }
}

SlidingLoops make_sliding_loops() { return {serves_run, sliding_sum}; }

}  // namespace executorch::backends::engine::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace executorch::backends::engine::simd {

HWY_EXPORT(make_sliding_loops);

SlidingLoops sliding_loops() {
  return HWY_DYNAMIC_DISPATCH(make_sliding_loops)();
}

}  // namespace executorch::backends::engine::simd
#endif
