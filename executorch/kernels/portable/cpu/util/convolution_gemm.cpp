#include <executorch/kernels/portable/cpu/util/convolution.h>
#include <executorch/kernels/portable/cpu/util/gemm.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

/// The input of one image and group as the matrix of all windows:
/// [channels * kernel, output positions].
struct Windows {
  const ConvGeometry* g;
  const float* in;
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
const float* input_row(const Windows& w, const Tap& tap, int64_t z, int64_t y) {
  const ConvGeometry& g = *w.g;
  const int64_t iz = z * g.stride[0] - g.padding[0] + tap.at[0] * g.dilation[0];
  const int64_t iy = y * g.stride[1] - g.padding[1] + tap.at[1] * g.dilation[1];
  if (iz < 0 || iz >= g.in[0] || iy < 0 || iy >= g.in[1]) {
    return nullptr;
  }
  return w.in + tap.channel * g.in_plane() + (iz * g.in[1] + iy) * g.in[2];
}

/// Elements x in [x0, x0 + count) of one output row, as the tap reads them.
void pack_run(const ConvGeometry& g, const float* row, const TapRange& range,
              int64_t x0, int64_t count, float* out) {
  const int64_t first = std::clamp(range.first - x0, int64_t{0}, count);
  const int64_t last = std::clamp(range.last - x0, first, count);
  std::fill(out, out + first, 0.0f);
  const float* in = row + (x0 + first) * g.stride[2] + range.offset;
  if (g.stride[2] == 1) {
    std::copy(in, in + (last - first), out + first);
  } else {
    for (int64_t i = first; i < last; ++i, in += g.stride[2]) {
      out[i] = *in;
    }
  }
  std::fill(out + last, out + count, 0.0f);
}

void pack_windows(const void* source, size_t k, size_t rows, size_t column,
                  size_t columns, float* panel) {
  const auto& windows = *static_cast<const Windows*>(source);
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
      const int64_t count = std::min(static_cast<int64_t>(columns - done),
                                     g.out[2] - x);
      const float* row = input_row(windows, tap, z, y);
      if (row == nullptr) {
        std::fill(panel + done, panel + done + count, 0.0f);
      } else {
        pack_run(g, row, range, x, count, panel + done);
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

}  // namespace

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
      const Windows windows{&g, in};
      const MatrixF32 matrix{in, plane};
      gemm_f32(g.out_channels, plane, depth,
               t.weight + group * g.out_channels * depth, depth,
               g.is_pointwise() ? panel_source(matrix)
                                : PanelSourceF32{pack_windows, &windows},
               out, plane);
      in += g.in_channels * g.in_plane();
      out += g.out_channels * plane;
    }
  }
}

}  // namespace executorch::kernels::portable
