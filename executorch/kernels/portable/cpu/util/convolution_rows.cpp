#include <executorch/kernels/portable/cpu/util/convolution.h>
#include <executorch/kernels/portable/cpu/util/gemm.h>
#include <executorch/kernels/portable/cpu/util/matmul.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

/// Output columns that are summed at a time.
constexpr int64_t kChunk = 512;

/// One output row (n, channel, z, y), columns [x0, x0 + count).
template <class T>
struct RowPart {
  const T* in;           ///< first channel of the group, of this image
  const T* weight;       ///< of this output channel, first input channel
  size_t weight_stride;  ///< elements between input channels
  int64_t z;
  int64_t y;
  int64_t x0;
  int64_t count;
};

template <class T>
void axpy(int64_t count, SumType<T> weight, const T* in, int64_t in_stride,
          SumType<T>* out, int64_t out_stride) {
  if constexpr (std::is_same_v<T, float>) {
    axpy_f32(static_cast<size_t>(count), weight, in,
             static_cast<size_t>(in_stride), out,
             static_cast<size_t>(out_stride));
  } else {
    for (int64_t i = 0; i < count; ++i) {
      out[i * out_stride] += weight * to_sum(in[i * in_stride]);
    }
  }
}

/// Input position of an output position for one tap, or -1 outside.
int64_t input_at(const ConvGeometry& g, size_t dim, int64_t at, int64_t tap) {
  int64_t position =
      at * g.stride[dim] - g.padding[dim] + tap * g.dilation[dim];
  if (g.transposed) {
    const int64_t scaled = at + g.padding[dim] - tap * g.dilation[dim];
    if (scaled < 0 || scaled % g.stride[dim] != 0) {
      return -1;
    }
    position = scaled / g.stride[dim];
  }
  return position < g.in[dim] ? position : -1;
}

/// Adds the contribution of one kernel row of one input channel.
template <class T>
void add_kernel_row(const ConvGeometry& g, const RowPart<T>& part,
                    const T* in_row, const T* weights, SumType<T>* sums) {
  for (int64_t tap = 0; tap < g.kernel[2]; ++tap) {
    const SumType<T> weight = to_sum(weights[tap]);
    if (!g.transposed) {
      const TapRange range = tap_range(g, 2, tap);
      const int64_t first = std::max(range.first, part.x0);
      const int64_t last = std::min(range.last, part.x0 + part.count);
      if (first < last) {
        axpy(last - first, weight, in_row + first * g.stride[2] + range.offset,
             g.stride[2], sums + (first - part.x0), 1);
      }
      continue;
    }
    // Input column i lands on output column i * stride + shift.
    const int64_t shift = tap * g.dilation[2] - g.padding[2] - part.x0;
    const int64_t first =
        std::max(int64_t{0}, -ops::floor_div(shift, g.stride[2]));
    const int64_t last = std::min(
        g.in[2], ops::floor_div(part.count - 1 - shift, g.stride[2]) + 1);
    if (first < last) {
      axpy(last - first, weight, in_row + first, 1,
           sums + first * g.stride[2] + shift, g.stride[2]);
    }
  }
}

template <class T>
void add_channels(const ConvGeometry& g, const RowPart<T>& part,
                  SumType<T>* sums) {
  for (size_t channel = 0; channel < g.in_channels; ++channel) {
    const T* plane = part.in + channel * g.in_plane();
    const T* weights = part.weight + channel * part.weight_stride;
    for (int64_t kz = 0; kz < g.kernel[0]; ++kz) {
      const int64_t iz = input_at(g, 0, part.z, kz);
      for (int64_t ky = 0; iz >= 0 && ky < g.kernel[1]; ++ky) {
        const int64_t iy = input_at(g, 1, part.y, ky);
        if (iy >= 0) {
          add_kernel_row(g, part, plane + (iz * g.in[1] + iy) * g.in[2],
                         weights + (kz * g.kernel[1] + ky) * g.kernel[2], sums);
        }
      }
    }
  }
}

/// All rows of one output channel of one image.
template <class T>
void compute_channel(const ConvGeometry& g, RowPart<T> part, SumType<T> bias,
                     T* out) {
  SumType<T> sums[kChunk];
  for (part.z = 0; part.z < g.out[0]; ++part.z) {
    for (part.y = 0; part.y < g.out[1]; ++part.y) {
      for (part.x0 = 0; part.x0 < g.out[2]; part.x0 += kChunk) {
        part.count = std::min(kChunk, g.out[2] - part.x0);
        std::fill(sums, sums + part.count, bias);
        add_channels(g, part, sums);
        for (int64_t i = 0; i < part.count; ++i) {
          *out++ = from_sum<T>(sums[i]);
        }
      }
    }
  }
}

}  // namespace

bool ConvGeometry::is_pointwise() const {
  for (size_t d = 0; d < 3; ++d) {
    if (kernel[d] != 1 || stride[d] != 1 || padding[d] != 0) {
      return false;
    }
  }
  return !transposed;
}

TapRange tap_range(const ConvGeometry& g, size_t dim, int64_t tap) {
  const int64_t offset = tap * g.dilation[dim] - g.padding[dim];
  const int64_t stride = g.stride[dim];
  const int64_t first = std::max(int64_t{0}, -ops::floor_div(offset, stride));
  const int64_t last =
      std::min(g.out[dim], ops::floor_div(g.in[dim] - 1 - offset, stride) + 1);
  return {first, std::max(first, last), offset};
}

template <class T>
void conv_rows(const ConvGeometry& g, const ConvTensors<T>& t) {
  const size_t kernel = g.kernel_plane();
  for (size_t n = 0; n < g.batch; ++n) {
    for (size_t group = 0; group < g.groups; ++group) {
      const size_t image_group = n * g.groups + group;
      for (size_t o = 0; o < g.out_channels; ++o) {
        const size_t channel = group * g.out_channels + o;
        const T* weight =
            g.transposed
                ? t.weight +
                      (group * g.in_channels * g.out_channels + o) * kernel
                : t.weight + channel * g.in_channels * kernel;
        const RowPart<T> part{t.in + image_group * g.in_channels * g.in_plane(),
                              weight,
                              g.transposed ? g.out_channels * kernel : kernel,
                              0,
                              0,
                              0,
                              0};
        const SumType<T> bias =
            t.bias == nullptr ? SumType<T>{} : to_sum(t.bias[channel]);
        compute_channel(
            g, part, bias,
            t.out + (image_group * g.out_channels + o) * g.out_plane());
      }
    }
  }
}

template void conv_rows(const ConvGeometry&, const ConvTensors<float>&);
template void conv_rows(const ConvGeometry&, const ConvTensors<double>&);
template void conv_rows(const ConvGeometry&, const ConvTensors<int64_t>&);
template void conv_rows(const ConvGeometry&, const ConvTensors<Half>&);
template void conv_rows(const ConvGeometry&, const ConvTensors<BFloat16>&);

}  // namespace executorch::kernels::portable
