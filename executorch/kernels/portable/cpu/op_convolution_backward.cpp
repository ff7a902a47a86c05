#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "convolution_backward";

/// Both sides of a convolution, whichever it is: position b of `wide` and
/// position a of `narrow` meet in kernel element k where
/// b = a * stride - padding + k * dilation. weight is
/// [narrow channel, wide channel of its group, k].
struct Geometry {
  Volumes narrow;
  Volumes wide;
  Volumes weight;
  int64_t stride[3] = {1, 1, 1};
  int64_t padding[3] = {0, 0, 0};
  int64_t dilation[3] = {1, 1, 1};
  int64_t groups = 1;

  int64_t narrow_per_group() const { return narrow.channels / groups; }
  int64_t wide_per_group() const { return wide.channels / groups; }

  /// True if a and k meet at an element of `wide`, whose offset is added.
  bool meet(const int64_t* a, const int64_t* k, int64_t& offset) const {
    for (size_t i = 0; i < 3; ++i) {
      const int64_t b = a[i] * stride[i] - padding[i] + k[i] * dilation[i];
      if (b < 0 || b >= wide.sizes[i]) {
        return false;
      }
      offset += b * wide.strides[i];
    }
    return true;
  }

  /// True if b and k meet at an element of `narrow`, whose offset is added.
  bool meet_back(const int64_t* b, const int64_t* k, int64_t& offset) const {
    for (size_t i = 0; i < 3; ++i) {
      const int64_t a = b[i] + padding[i] - k[i] * dilation[i];
      if (a < 0 || a % stride[i] != 0 || a / stride[i] >= narrow.sizes[i]) {
        return false;
      }
      offset += a / stride[i] * narrow.strides[i];
    }
    return true;
  }
};

template <class F>
void for_each_place(const Volumes& volume, const F& f) {
  int64_t at[3];
  for (at[0] = 0; at[0] < volume.sizes[0]; ++at[0]) {
    for (at[1] = 0; at[1] < volume.sizes[1]; ++at[1]) {
      for (at[2] = 0; at[2] < volume.sizes[2]; ++at[2]) {
        f(at);
      }
    }
  }
}

int64_t place_of(const Volumes& volume, const int64_t* at) {
  return at[0] * volume.strides[0] + at[1] * volume.strides[1] +
         at[2] * volume.strides[2];
}

template <class T>
class Backward {
 public:
  using C = std::conditional_t<std::is_same_v<T, double>, double, float>;

  explicit Backward(const Geometry& g) : g_(g) {}

  /// wide += weight * narrow: the gradient of a convolution's input.
  void to_wide(const T* narrow, const T* weight, T* wide) const {
    const int64_t per_group = g_.narrow_per_group();
    for_each_channel(g_.wide, [&](int64_t n, int64_t c) {
      const int64_t group = c / g_.wide_per_group();
      const T* weights = weight + c % g_.wide_per_group() *
                                      g_.weight.channel_stride;
      for_each_place(g_.wide, [&](const int64_t* b) {
        C sum = 0;
        for (int64_t i = 0; i < per_group; ++i) {
          const int64_t channel = group * per_group + i;
          sum += sum_over_kernel(
              narrow + n * g_.narrow.batch_stride +
                  channel * g_.narrow.channel_stride,
              weights + channel * g_.weight.batch_stride,
              [&](const int64_t* k, int64_t& offset) {
                return g_.meet_back(b, k, offset);
              });
        }
        wide[n * g_.wide.batch_stride + c * g_.wide.channel_stride +
             place_of(g_.wide, b)] = convert<C, T>(sum);
      });
    });
  }

  /// narrow += weight * wide: the gradient of a transposed one's input.
  void to_narrow(const T* wide, const T* weight, T* narrow) const {
    const int64_t per_group = g_.wide_per_group();
    for_each_channel(g_.narrow, [&](int64_t n, int64_t c) {
      const int64_t group = c / g_.narrow_per_group();
      for_each_place(g_.narrow, [&](const int64_t* a) {
        C sum = 0;
        for (int64_t i = 0; i < per_group; ++i) {
          sum += sum_over_kernel(
              wide + n * g_.wide.batch_stride +
                  (group * per_group + i) * g_.wide.channel_stride,
              weight + c * g_.weight.batch_stride +
                  i * g_.weight.channel_stride,
              [&](const int64_t* k, int64_t& offset) {
                return g_.meet(a, k, offset);
              });
        }
        narrow[n * g_.narrow.batch_stride + c * g_.narrow.channel_stride +
               place_of(g_.narrow, a)] = convert<C, T>(sum);
      });
    });
  }

  void to_weight(const T* narrow, const T* wide, T* weight) const {
    for_each_channel(g_.weight, [&](int64_t c, int64_t i) {
      const int64_t channel =
          c / g_.narrow_per_group() * g_.wide_per_group() + i;
      for_each_place(g_.weight, [&](const int64_t* k) {
        C sum = 0;
        for (int64_t n = 0; n < g_.narrow.batch; ++n) {
          const T* a_plane = narrow + n * g_.narrow.batch_stride +
                             c * g_.narrow.channel_stride;
          const T* b_plane = wide + n * g_.wide.batch_stride +
                             channel * g_.wide.channel_stride;
          for_each_place(g_.narrow, [&](const int64_t* a) {
            int64_t at = 0;
            if (g_.meet(a, k, at)) {
              sum += convert<T, C>(a_plane[place_of(g_.narrow, a)]) *
                     convert<T, C>(b_plane[at]);
            }
          });
        }
        weight[c * g_.weight.batch_stride + i * g_.weight.channel_stride +
               place_of(g_.weight, k)] = convert<C, T>(sum);
      });
    });
  }

  static void to_bias(const Volumes& volume, const T* grad, T* bias) {
    for (int64_t c = 0; c < volume.channels; ++c) {
      C sum = 0;
      for (int64_t n = 0; n < volume.batch; ++n) {
        for_each_place(volume, [&](const int64_t* at) {
          sum += convert<T, C>(
              grad[n * volume.batch_stride + c * volume.channel_stride +
                   place_of(volume, at)]);
        });
      }
      bias[c] = convert<C, T>(sum);
    }
  }

 private:
  template <class F>
  static void for_each_channel(const Volumes& volume, const F& f) {
    for (int64_t n = 0; n < volume.batch; ++n) {
      for (int64_t c = 0; c < volume.channels; ++c) {
        f(n, c);
      }
    }
  }

  template <class Meet>
  C sum_over_kernel(const T* values, const T* weights, const Meet& meet) const {
    C sum = 0;
    for_each_place(g_.weight, [&](const int64_t* k) {
      int64_t at = 0;
      if (meet(k, at)) {
        sum += convert<T, C>(values[at]) *
               convert<T, C>(weights[place_of(g_.weight, k)]);
      }
    });
    return sum;
  }

  const Geometry& g_;
};

bool refuse(KernelRuntimeContext& ctx, const char* what) {
  ET_LOG(Error, "%s: %s", kOp, what);
  ctx.fail(Error::InvalidArgument);
  return false;
}

bool check_tensors(KernelRuntimeContext& ctx, const Tensor& grad_output,
                   const Tensor& input, const Tensor& weight, int64_t groups) {
  const ScalarType dtype = input.scalar_type();
  if (!check_floating(ctx, kOp, input) ||
      !check_same_dtype(ctx, kOp, grad_output, dtype) ||
      !check_same_dtype(ctx, kOp, weight, dtype)) {
    return false;
  }
  if (input.dim() < 3 || input.dim() > 5 || weight.dim() != input.dim() ||
      grad_output.dim() != input.dim() ||
      grad_output.size(0) != input.size(0)) {
    return refuse(ctx, "ranks or batch sizes differ, expected ranks of 3 to 5");
  }
  return groups > 0 || refuse(ctx, "groups is below 1");
}

/// Sizes that do not belong together are refused.
bool check_geometry(KernelRuntimeContext& ctx, const Geometry& g) {
  if (g.weight.batch != g.narrow.channels ||
      g.narrow.channels % g.groups != 0 || g.wide.channels % g.groups != 0 ||
      g.weight.channels != g.wide.channels / g.groups) {
    return refuse(ctx, "channels of input, weight and grad_output differ");
  }
  for (size_t i = 0; i < 3; ++i) {
    if (g.stride[i] < 1 || g.dilation[i] < 1 || g.padding[i] < 0) {
      return refuse(ctx, "stride or dilation below 1 or negative padding");
    }
  }
  return true;
}

/// Result sizes of a convolution of `wide`, which grad_output must have.
bool check_counts(KernelRuntimeContext& ctx, const Geometry& g) {
  for (size_t i = 0; i < 3; ++i) {
    const int64_t count =
        ops::window_count(g.wide.sizes[i], g.weight.sizes[i], g.stride[i],
                          g.padding[i], g.dilation[i], false);
    if (count != g.narrow.sizes[i]) {
      return refuse(ctx, "sizes of grad_output are not the convolution's");
    }
  }
  return true;
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> convolution_backward_out(
    KernelRuntimeContext& ctx, const Tensor& grad_output, const Tensor& input,
    const Tensor& weight, std::optional<IntArrayRef> bias_sizes,
    IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
    bool transposed, IntArrayRef output_padding, int64_t groups,
    ArrayRef<bool> output_mask, Tensor& out0, Tensor& out1, Tensor& out2) {
  std::tuple<Tensor&, Tensor&, Tensor&> results(out0, out1, out2);
  (void)bias_sizes;
  if (!check_magnitudes(ctx, kOp,
                        {span_of(stride), span_of(padding), span_of(dilation),
                         span_of(output_padding), {&groups, 1}}) ||
      !check_tensors(ctx, grad_output, input, weight, groups)) {
    return results;
  }
  const size_t dims = static_cast<size_t>(input.dim()) - 2;
  const auto fits = [&](IntArrayRef list) {
    return list.size() == 1 || list.size() == dims;
  };
  ET_KERNEL_CHECK_MSG(ctx,
                      fits(stride) && fits(padding) && fits(dilation) &&
                          output_mask.size() == 3,
                      InvalidArgument, results,
                      "%s: stride, padding, dilation or output_mask has a "
                      "wrong length",
                      kOp);
  const Volumes in(input, dims);
  const Volumes grad(grad_output, dims);
  Geometry g{transposed ? in : grad, transposed ? grad : in,
             Volumes(weight, dims)};
  g.groups = groups;
  for (size_t i = 0; i < dims; ++i) {
    const size_t to = 3 - dims + i;
    g.stride[to] = span_of(stride).broadcast(i);
    g.padding[to] = span_of(padding).broadcast(i);
    g.dilation[to] = span_of(dilation).broadcast(i);
  }
  if (!check_geometry(ctx, g) || (!transposed && !check_counts(ctx, g))) {
    return results;
  }
  Sizes bias;
  bias.push_back(grad.channels);
  const ScalarType dtype = input.scalar_type();
  if ((output_mask[0] &&
       (!check_same_dtype(ctx, kOp, out0, dtype) ||
        !resize_out(ctx, kOp, sizes_of(input), out0))) ||
      (output_mask[1] &&
       (!check_same_dtype(ctx, kOp, out1, dtype) ||
        !resize_out(ctx, kOp, sizes_of(weight), out1))) ||
      (output_mask[2] && (!check_same_dtype(ctx, kOp, out2, dtype) ||
                          !resize_out(ctx, kOp, bias, out2)))) {
    return results;
  }
  ET_KERNEL_CHECK_MSG(ctx,
                      (!output_mask[0] || same_layout(out0, input)) &&
                          (!output_mask[1] || same_layout(out1, weight)),
                      InvalidArgument, results,
                      "%s: a result's dim order differs from its tensor's",
                      kOp);
  dispatch_floating(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Backward<T> backward(g);
    const T* grads = grad_output.const_data_ptr<T>();
    const T* inputs = input.const_data_ptr<T>();
    const T* weights = weight.const_data_ptr<T>();
    if (output_mask[0] && transposed) {
      backward.to_narrow(grads, weights, out0.mutable_data_ptr<T>());
    } else if (output_mask[0]) {
      backward.to_wide(grads, weights, out0.mutable_data_ptr<T>());
    }
    if (output_mask[1]) {
      backward.to_weight(transposed ? inputs : grads,
                         transposed ? grads : inputs,
                         out1.mutable_data_ptr<T>());
    }
    if (output_mask[2]) {
      Backward<T>::to_bias(grad, grads, out2.mutable_data_ptr<T>());
    }
  });
  return results;
}

}  // namespace executorch::kernels::portable
