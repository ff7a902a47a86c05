#include <executorch/kernels/portable/cpu/util/convert.h>
#include <executorch/kernels/portable/cpu/util/convolution.h>
#include <executorch/kernels/portable/cpu/util/gemm.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

/// The input of one image and group as the matrix of all windows:
/// [channels * kernel, output positions].
template <class T>
struct Windows {
  const ConvGeometry* g;
  const T* in;
  LoadFn load;
};

/// Position in a window: channel and kernel coordinates.
struct Tap {
  size_t channel;
  int64_t at[3];
};

Tap tap_of(const ConvGeometry& g, size_t k) {
  const size_t plane = g.kernel_plane();
  auto rest = static_cast<int64_t>(k % plane);
  Tap tap{k / plane, {0, 0, 0}};
  tap.at[2] = rest % g.kernel[2];
  rest /= g.kernel[2];
  tap.at[1] = rest % g.kernel[1];
  tap.at[0] = rest / g.kernel[1];
  return tap;
}

void next_tap(const ConvGeometry& g, Tap& tap) {
  for (size_t d = 3; d-- > 0;) {
    if (++tap.at[d] < g.kernel[d]) {
      return;
    }
    tap.at[d] = 0;
  }
  ++tap.channel;
}

/// Input row that the tap reads for output row (z, y), or null in the padding.
template <class T>
const T* input_row(const Windows<T>& w, const Tap& tap, int64_t z, int64_t y) {
  const ConvGeometry& g = *w.g;
  const int64_t iz = z * g.stride[0] - g.padding[0] + tap.at[0] * g.dilation[0];
  const int64_t iy = y * g.stride[1] - g.padding[1] + tap.at[1] * g.dilation[1];
  if (iz < 0 || iz >= g.in[0] || iy < 0 || iy >= g.in[1]) {
    return nullptr;
  }
  return w.in + tap.channel * g.in_plane() + (iz * g.in[1] + iy) * g.in[2];
}

/// Elements x in [x0, x0 + count) of one output row, as the tap reads them.
template <class T>
void pack_run(const Windows<T>& w, const T* row, const TapRange& range,
              int64_t x0, int64_t count, float* out) {
  const ConvGeometry& g = *w.g;
  const int64_t first = std::clamp(range.first - x0, int64_t{0}, count);
  const int64_t last = std::clamp(range.last - x0, first, count);
  std::fill(out, out + first, 0.0f);
  const T* in = row + (x0 + first) * g.stride[2] + range.offset;
  if constexpr (!std::is_same_v<T, float>) {
    w.load(in, static_cast<ptrdiff_t>(g.stride[2]), out + first,
           static_cast<size_t>(last - first));
  } else if (g.stride[2] == 1) {
    std::copy(in, in + (last - first), out + first);
  } else {
    for (int64_t i = first; i < last; ++i, in += g.stride[2]) {
      out[i] = *in;
    }
  }
  std::fill(out + last, out + count, 0.0f);
}

template <class T>
void pack_windows(const void* source, size_t k, size_t rows, size_t column,
                  size_t columns, float* panel) {
  const auto& windows = *static_cast<const Windows<T>*>(source);
  const ConvGeometry& g = *windows.g;
  const auto start = static_cast<int64_t>(column);
  const int64_t x_start = start % g.out[2];
  const int64_t y_start = start / g.out[2] % g.out[1];
  const int64_t z_start = start / g.out[2] / g.out[1];
  Tap tap = tap_of(g, k);
  for (size_t r = 0; r < rows; ++r, panel += kPanelColumns) {
    const TapRange range = tap_range(g, 2, tap.at[2]);
    int64_t x = x_start;
    int64_t y = y_start;
    int64_t z = z_start;
    for (size_t done = 0; done < columns;) {
      const int64_t count =
          std::min(static_cast<int64_t>(columns - done), g.out[2] - x);
      const T* row = input_row(windows, tap, z, y);
      if (row == nullptr) {
        std::fill(panel + done, panel + done + count, 0.0f);
      } else {
        pack_run(windows, row, range, x, count, panel + done);
      }
      done += static_cast<size_t>(count);
      x = 0;
      if (++y == g.out[1]) {
        y = 0;
        ++z;
      }
    }
    std::fill(panel + columns, panel + kPanelColumns, 0.0f);
    next_tap(g, tap);
  }
}

void fill_bias(const ConvGeometry& g, const float* bias, float* out) {
  const size_t plane = g.out_plane();
  for (size_t o = 0; o < g.out_channels; ++o, out += plane) {
    std::fill(out, out + plane, bias == nullptr ? 0.0f : bias[o]);
  }
}

/// The weights and the result of one image and group, in another type.
template <class T>
struct Converted {
  const T* weight;
  const T* bias;
  T* out;
  size_t depth;
  size_t plane;
  LoadFn load;
  StoreFn store;

  static void pack_weight(const void* source, size_t row, size_t rows, size_t k,
                          size_t depth, float* block) {
    const auto& self = *static_cast<const Converted*>(source);
    for (size_t r = 0; r < rows; ++r) {
      self.load(self.weight + (row + r) * self.depth + k, 1, block + r * depth,
                depth);
    }
  }

  static void store_sums(const void* sink, size_t row, size_t rows,
                         size_t column, size_t columns, float* sums) {
    const auto& self = *static_cast<const Converted*>(sink);
    for (size_t r = 0; r < rows; ++r, sums += kPanelColumns) {
      const float bias =
          self.bias == nullptr ? 0.0f : static_cast<float>(self.bias[row + r]);
      for (size_t c = 0; c < columns; ++c) {
        sums[c] += bias;
      }
      self.store(sums, self.out + (row + r) * self.plane + column, 1, columns);
    }
  }
};

}  // namespace

template <class T>
void conv_gemm_converted(const ConvGeometry& g, const ConvTensors<T>& t) {
  constexpr ScalarType kStored =
      std::is_same_v<T, Half> ? ScalarType::Half : ScalarType::BFloat16;
  const LoadFn load = load_function(kStored, ScalarType::Float);
  const size_t depth = g.in_channels * g.kernel_plane();
  const size_t plane = g.out_plane();
  for (size_t n = 0; n < g.batch * g.groups; ++n) {
    const size_t first = n % g.groups * g.out_channels;
    const Windows<T> windows{&g, t.in + n * g.in_channels * g.in_plane(), load};
    const Converted<T> converted{t.weight + first * depth,
                                 t.bias == nullptr ? nullptr : t.bias + first,
                                 t.out + n * g.out_channels * plane,
                                 depth,
                                 plane,
                                 load,
                                 store_function(ScalarType::Float, kStored)};
    gemm_converted(
        g.out_channels, plane, depth, {Converted<T>::pack_weight, &converted},
        {pack_windows<T>, &windows}, {Converted<T>::store_sums, &converted});
  }
}

template void conv_gemm_converted(const ConvGeometry&,
                                  const ConvTensors<Half>&);
template void conv_gemm_converted(const ConvGeometry&,
                                  const ConvTensors<BFloat16>&);

void conv_gemm_f32(const ConvGeometry& g, const ConvTensors<float>& t) {
  const size_t depth = g.in_channels * g.kernel_plane();
  const size_t plane = g.out_plane();
  const float* in = t.in;
  float* out = t.out;
  for (size_t n = 0; n < g.batch; ++n) {
    for (size_t group = 0; group < g.groups; ++group) {
      const float* bias =
          t.bias == nullptr ? nullptr : t.bias + group * g.out_channels;
      fill_bias(g, bias, out);
      const Windows<float> windows{&g, in, nullptr};
      const MatrixF32 matrix{in, plane};
      gemm_f32(g.out_channels, plane, depth,
               t.weight + group * g.out_channels * depth, depth,
               g.is_pointwise() ? panel_source(matrix)
                                : PanelSourceF32{pack_windows<float>, &windows},
               out, plane);
      in += g.in_channels * g.in_plane();
      out += g.out_channels * plane;
    }
  }
}

}  // namespace executorch::kernels::portable
