#include <executorch/kernels/portable/cpu/util/convolution.h>
#include <executorch/kernels/portable/cpu/util/simd.h>

#include <algorithm>
#include <cstring>

/// \file
/// A band of output rows of one channel is computed as one long run: the input
/// rows that it needs are copied with their padding, split into one plane for
/// each phase of the strides, so that every kernel tap reads the run at a fixed
/// offset. The columns between the rows of the run are computed and dropped.
namespace executorch::kernels::portable {
namespace {

constexpr int64_t kRun = 32;  ///< values that are summed in registers at a time
constexpr int64_t kBuffer = 4096;
constexpr int64_t kMaxTaps = 64;

/// Sizes of a band of `rows` output rows.
struct Band {
  int64_t rows;
  int64_t pitch;       ///< columns of a row of the run and of a phase plane
  int64_t plane_rows;  ///< rows of a phase plane
  int64_t input_rows;  ///< rows of the padded input

  int64_t run() const { return (rows * pitch + kRun - 1) / kRun * kRun; }
  /// Values of all phase planes, and as many more as a run reads beyond.
  int64_t input(const ConvGeometry& g) const {
    return (g.stride[1] * g.stride[2] * plane_rows + 1) * pitch + kRun;
  }
};

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t reach(const ConvGeometry& g, size_t dim) {
  return (g.kernel[dim] - 1) * g.dilation[dim] + 1;
}

Band band_of(const ConvGeometry& g, int64_t rows) {
  Band band;
  band.rows = rows;
  const int64_t width = (g.out[2] - 1) * g.stride[2] + reach(g, 2);
  band.pitch = divide_up(width, g.stride[2]);
  band.input_rows = (rows - 1) * g.stride[1] + reach(g, 1);
  band.plane_rows = divide_up(band.input_rows, g.stride[1]);
  return band;
}

bool fits(const ConvGeometry& g, const Band& band) {
  return band.input(g) <= kBuffer && band.run() <= kBuffer;
}

int64_t rows_that_fit(const ConvGeometry& g) {
  int64_t rows = std::min(g.out[1], kBuffer);
  while (rows > 0 && !fits(g, band_of(g, rows))) {
    rows = rows > 8 ? rows * 7 / 8 : rows - 1;
  }
  return rows;
}

/// Copies one padded input row to its places in the phase planes; `row` has
/// the columns of the input.
void place_row(const ConvGeometry& g, const Band& band, const float* row,
               int64_t padded_row, float* planes) {
  const int64_t stride = g.stride[2];
  for (int64_t phase = 0; phase < stride; ++phase) {
    const int64_t plane = padded_row % g.stride[1] * stride + phase;
    float* to = planes + (plane * band.plane_rows + padded_row / g.stride[1]) *
                             band.pitch;
    const int64_t shift = phase - g.padding[2];
    const int64_t first = std::max<int64_t>(0, divide_up(-shift, stride));
    const int64_t last =
        std::min(band.pitch, divide_up(g.in[2] - shift, stride));
    if (stride == 1) {
      if (first < last) {
        std::memcpy(to + first, row + first + shift,
                    static_cast<size_t>(last - first) * sizeof(float));
      }
      continue;
    }
    for (int64_t x = first; x < last; ++x) {
      to[x] = row[x * stride + shift];
    }
  }
}

void place_band(const ConvGeometry& g, const Band& band, const float* plane,
                int64_t first_row, float* planes) {
  std::fill_n(planes, band.input(g), 0.0f);
  for (int64_t r = 0; r < band.input_rows; ++r) {
    const int64_t y = first_row * g.stride[1] - g.padding[1] + r;
    if (y >= 0 && y < g.in[1]) {
      place_row(g, band, plane + y * g.in[2], r, planes);
    }
  }
}

struct Taps {
  int64_t count = 0;
  int64_t offset[kMaxTaps];
};

Taps taps_of(const ConvGeometry& g, const Band& band) {
  Taps taps;
  for (int64_t ky = 0; ky < g.kernel[1]; ++ky) {
    for (int64_t kx = 0; kx < g.kernel[2]; ++kx) {
      const int64_t y = ky * g.dilation[1];
      const int64_t x = kx * g.dilation[2];
      const int64_t plane = y % g.stride[1] * g.stride[2] + x % g.stride[2];
      taps.offset[taps.count++] =
          (plane * band.plane_rows + y / g.stride[1]) * band.pitch +
          x / g.stride[2];
    }
  }
  return taps;
}

struct RunArgs {
  const float* planes;
  const float* weights;
  const Taps* taps;
  float bias;
  float* run;
  int64_t length;
};

#if defined(__GNUC__)
template <size_t nbytes>
ET_ALWAYS_INLINE void compute_run(const RunArgs& args) {
  using Vector = typename VectorOf<nbytes>::Type;
  constexpr size_t kLanes = nbytes / sizeof(float);
  constexpr size_t kVectors = kRun / kLanes;
  for (int64_t i = 0; i < args.length; i += kRun) {
    Vector sum[kVectors];
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) {
      sum[v] = Vector{} + args.bias;
    }
    for (int64_t t = 0; t < args.taps->count; ++t) {
      const float weight = args.weights[t];
      const float* in = args.planes + args.taps->offset[t] + i;
#pragma GCC unroll 8
      for (size_t v = 0; v < kVectors; ++v) {
        Vector value;
        std::memcpy(&value, in + v * kLanes, nbytes);
        sum[v] += weight * value;
      }
    }
    std::memcpy(args.run + i, sum, sizeof(sum));
  }
}
#else
template <size_t nbytes>
void compute_run(const RunArgs& args) {
  std::fill_n(args.run, args.length, args.bias);
  for (int64_t t = 0; t < args.taps->count; ++t) {
    const float* in = args.planes + args.taps->offset[t];
    for (int64_t i = 0; i < args.length; ++i) {
      args.run[i] += args.weights[t] * in[i];
    }
  }
}
#endif

using ComputeRun = void (*)(const RunArgs& args);

void compute_run_generic(const RunArgs& args) { compute_run<16>(args); }

#if defined(ET_X86_TARGETS)
__attribute__((target("avx2,fma"))) void compute_run_avx2(const RunArgs& args) {
  compute_run<32>(args);
}

__attribute__((target("avx512f"))) void compute_run_avx512(
    const RunArgs& args) {
  compute_run<64>(args);
}
#endif

ComputeRun best_compute_run() {
#if defined(ET_X86_TARGETS)
  if (__builtin_cpu_supports("avx512f")) {
    return compute_run_avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return compute_run_avx2;
  }
#endif
  return compute_run_generic;
}

}  // namespace

bool is_depthwise(const ConvGeometry& g) {
  return !g.transposed && g.in_channels == 1 && g.kernel[0] == 1 &&
         g.in[0] == 1 && g.out[0] == 1 &&
         g.kernel[1] * g.kernel[2] <= kMaxTaps && g.out[2] > 0 &&
         g.stride[1] <= 8 && g.stride[2] <= 8 && rows_that_fit(g) > 0;
}

void conv_depthwise_f32(const ConvGeometry& g, const ConvTensors<float>& t) {
  alignas(64) float planes[kBuffer];
  alignas(64) float run[kBuffer];
  const ComputeRun compute = best_compute_run();
  const int64_t step = rows_that_fit(g);
  const auto taps_per_channel = g.kernel_plane();
  for (size_t image_group = 0; image_group < g.batch * g.groups;
       ++image_group) {
    const size_t first_channel = image_group % g.groups * g.out_channels;
    for (int64_t row = 0; row < g.out[1]; row += step) {
      const Band band = band_of(g, std::min(step, g.out[1] - row));
      const Taps taps = taps_of(g, band);
      place_band(g, band, t.in + image_group * g.in_plane(), row, planes);
      for (size_t o = 0; o < g.out_channels; ++o) {
        const size_t channel = first_channel + o;
        compute({planes, t.weight + channel * taps_per_channel, &taps,
                 t.bias == nullptr ? 0.0f : t.bias[channel], run, band.run()});
        float* out = t.out + (image_group * g.out_channels + o) * g.out_plane();
        for (int64_t y = 0; y < band.rows; ++y) {
          std::memcpy(out + (row + y) * g.out[2], run + y * band.pitch,
                      static_cast<size_t>(g.out[2]) * sizeof(float));
        }
      }
    }
  }
}

}  // namespace executorch::kernels::portable
