#include <executorch/kernels/portable/cpu/util/convolution.h>
#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/matmul.h>

namespace executorch::kernels::portable {
namespace {

/// Strides of [N, C, *] by element; absent spatial dimensions have 0.
struct Strides {
  explicit Strides(const Tensor& tensor)
      : outer(tensor.strides()[0]), channel(tensor.strides()[1]) {
    const auto dims = static_cast<size_t>(tensor.dim()) - 2;
    for (size_t i = 0; i < dims; ++i) {
      spatial[3 - dims + i] = tensor.strides()[i + 2];
    }
  }

  int64_t at(const int64_t (&position)[3]) const {
    return position[0] * spatial[0] + position[1] * spatial[1] +
           position[2] * spatial[2];
  }

  int64_t outer;
  int64_t channel;
  int64_t spatial[3] = {0, 0, 0};
};

struct Layout {
  Strides in;
  Strides weight;
  Strides out;
};

/// Moves to the next position in index order; false after the last one.
bool next(const int64_t (&sizes)[3], int64_t (&position)[3]) {
  for (size_t d = 3; d-- > 0;) {
    if (++position[d] < sizes[d]) {
      return true;
    }
    position[d] = 0;
  }
  return false;
}

/// Input position that an output position reads through a kernel element;
/// false if it is outside.
bool find_input(const ConvGeometry& g, const int64_t (&out)[3],
                const int64_t (&tap)[3], int64_t (&in)[3]) {
  for (size_t d = 0; d < 3; ++d) {
    const int64_t reach = tap[d] * g.dilation[d];
    if (g.transposed) {
      const int64_t scaled = out[d] + g.padding[d] - reach;
      if (scaled < 0 || scaled % g.stride[d] != 0) {
        return false;
      }
      in[d] = scaled / g.stride[d];
    } else {
      in[d] = out[d] * g.stride[d] - g.padding[d] + reach;
    }
    if (in[d] < 0 || in[d] >= g.in[d]) {
      return false;
    }
  }
  return true;
}

template <class T>
SumType<T> dot(const T* a, int64_t a_step, const T* b, int64_t b_step,
               size_t n) {
  SumType<T> sum{};
  for (size_t i = 0; i < n; ++i, a += a_step, b += b_step) {
    sum += to_sum(*a) * to_sum(*b);
  }
  return sum;
}

/// One output position of all channels of a group.
template <class T>
void compute_position(const ConvGeometry& g, const Layout& layout,
                      const ConvTensors<T>& t, size_t group,
                      const int64_t (&position)[3]) {
  const auto first_in = static_cast<int64_t>(group * g.in_channels);
  const auto first_out = static_cast<int64_t>(group * g.out_channels);
  const int64_t to_next = g.transposed ? layout.weight.channel
                                       : layout.weight.outer;
  const int64_t along = g.transposed ? layout.weight.outer
                                     : layout.weight.channel;
  const T* weights =
      t.weight + (g.transposed ? first_in : first_out) * layout.weight.outer;
  for (size_t o = 0; o < g.out_channels; ++o, weights += to_next) {
    const auto channel = first_out + static_cast<int64_t>(o);
    SumType<T> sum =
        t.bias == nullptr ? SumType<T>{} : to_sum(t.bias[channel]);
    int64_t tap[3] = {0, 0, 0};
    do {
      int64_t from[3];
      if (find_input(g, position, tap, from)) {
        sum += dot(t.in + first_in * layout.in.channel + layout.in.at(from),
                   layout.in.channel, weights + layout.weight.at(tap), along,
                   g.in_channels);
      }
    } while (next(g.kernel, tap));
    t.out[channel * layout.out.channel + layout.out.at(position)] =
        from_sum<T>(sum);
  }
}

template <class T>
void compute(const ConvGeometry& g, const Layout& layout,
             ConvTensors<T> tensors) {
  for (size_t n = 0; n < g.batch; ++n) {
    int64_t position[3] = {0, 0, 0};
    do {
      for (size_t group = 0; group < g.groups; ++group) {
        compute_position(g, layout, tensors, group, position);
      }
    } while (next(g.out, position));
    tensors.in += layout.in.outer;
    tensors.out += layout.out.outer;
  }
}

}  // namespace

bool conv_strided(const ConvGeometry& g, const Tensor& in,
                  const Tensor& weight, const Tensor* bias, Tensor& out) {
  const Layout layout{Strides(in), Strides(weight), Strides(out)};
  return dispatch_real(in.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (out.numel() != 0) {
      compute<T>(g, layout,
                 {in.const_data_ptr<T>(), weight.const_data_ptr<T>(),
                  bias == nullptr ? nullptr : bias->const_data_ptr<T>(),
                  out.mutable_data_ptr<T>()});
    }
  });
}

}  // namespace executorch::kernels::portable
