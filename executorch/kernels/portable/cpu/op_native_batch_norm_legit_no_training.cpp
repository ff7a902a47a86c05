#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "_native_batch_norm_legit_no_training";

/// One value for each channel, as an operand that broadcasts along dimension 1.
bool check_channels(KernelRuntimeContext& ctx, const Tensor& values,
                    const Tensor& input) {
  if (values.dim() == 1 && values.size(0) == input.size(1)) {
    return true;
  }
  ET_LOG(Error,
         "%s: %zd values of rank %zd, expected one for each of %zd "
         "channels",
         kOp, static_cast<ssize_t>(values.numel()),
         static_cast<ssize_t>(values.dim()),
         static_cast<ssize_t>(input.size(1)));
  ctx.fail(Error::InvalidArgument);
  return false;
}

struct Channel {
  const void* data = nullptr;
  ScalarType dtype = ScalarType::Float;
  LoadFn load = nullptr;
  double absent = 0;
};

Channel channel_values(const std::optional<Tensor>& tensor, double absent) {
  Channel channel;
  channel.absent = absent;
  if (tensor) {
    channel.data = tensor->const_data_ptr();
    channel.dtype = tensor->scalar_type();
    channel.load = load_function(channel.dtype, ScalarType::Double);
  }
  return channel;
}

double value_at(const Channel& channel, int64_t index) {
  if (channel.data == nullptr) {
    return channel.absent;
  }
  double value = 0;
  channel.load(
      static_cast<const char*>(channel.data) +
          index * static_cast<int64_t>(runtime::elementSize(channel.dtype)),
      1, &value, 1);
  return value;
}

template <class C>
struct ScaleShift {
  C scale;
  C shift;
};

template <class C>
void scale_shift(C* values, size_t n, C scale, C shift) {
  for (size_t i = 0; i < n; ++i) {
    values[i] = values[i] * scale + shift;
  }
}

struct Line {
  const char* in;
  char* out;
  int64_t length;
  int64_t in_stride;
  int64_t out_stride;
};

struct Access {
  LoadFn load;
  StoreFn store;
  int64_t nbytes;
};

template <class C>
void normalize_line(const Line& line, const Access& access,
                    ScaleShift<C> factors) {
  constexpr int64_t kBlock = 512;
  C values[kBlock];
  for (int64_t i = 0; i < line.length; i += kBlock) {
    const int64_t left = line.length - i;
    const auto n = static_cast<size_t>(left < kBlock ? left : kBlock);
    access.load(line.in + i * line.in_stride * access.nbytes,
                static_cast<ptrdiff_t>(line.in_stride), values, n);
    scale_shift(values, n, factors.scale, factors.shift);
    access.store(values, line.out + i * line.out_stride * access.nbytes,
                 static_cast<ptrdiff_t>(line.out_stride), n);
  }
}

struct Statistics {
  Channel mean;
  Channel variance;
  Channel weight;
  Channel bias;
  double eps = 0;
};

template <class C>
void normalize_channels(const Tensor& input, const Statistics& stats,
                        Tensor& out) {
  const Access access{
      load_function(input.scalar_type(), kScalarTypeOf<C>),
      store_function(kScalarTypeOf<C>, out.scalar_type()),
      static_cast<int64_t>(runtime::elementSize(input.scalar_type()))};
  for (int64_t c = 0; c < input.size(1); ++c) {
    const double scale = value_at(stats.weight, c) /
                         std::sqrt(value_at(stats.variance, c) + stats.eps);
    const double shift =
        value_at(stats.bias, c) - value_at(stats.mean, c) * scale;
    LoopNest nest = nest_over(out);
    add_broadcast(nest, input);
    nest.sizes[1] = 1;
    nest.simplify();
    const size_t last = nest.rank - 1;
    const char* in = static_cast<const char*>(input.const_data_ptr()) +
                     c * input.strides()[1] * access.nbytes;
    char* to = static_cast<char*>(out.mutable_data_ptr()) +
               c * out.strides()[1] * access.nbytes;
    OuterLoop loop(nest);
    do {
      normalize_line<C>({in + loop.offset(1) * access.nbytes,
                         to + loop.offset(0) * access.nbytes, nest.sizes[last],
                         nest.strides[1][last], nest.strides[0][last]},
                        access, {static_cast<C>(scale), static_cast<C>(shift)});
    } while (loop.next());
  }
}

bool check_arguments(KernelRuntimeContext& ctx, const Tensor& input,
                     const std::optional<Tensor>& weight,
                     const std::optional<Tensor>& bias, const Tensor& mean,
                     const Tensor& var, const Tensor& out) {
  if (input.dim() < 2) {
    ET_LOG(Error, "%s: input of rank %zd, expected 2 or more", kOp,
           static_cast<ssize_t>(input.dim()));
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  for (const Tensor* tensor :
       {weight ? &*weight : nullptr, bias ? &*bias : nullptr, &mean, &var}) {
    if (tensor != nullptr && (!check_floating(ctx, kOp, *tensor) ||
                              !check_channels(ctx, *tensor, input))) {
      return false;
    }
  }
  return check_floating(ctx, kOp, input) &&
         check_same_dtype(ctx, kOp, out, input.scalar_type());
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_no_training_out(
    KernelRuntimeContext& ctx, const Tensor& input,
    const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    const Tensor& running_mean, const Tensor& running_var, double, double eps,
    Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  std::tuple<Tensor&, Tensor&, Tensor&> results(out, save_mean, save_invstd);
  Sizes none;
  none.push_back(0);
  if (!check_arguments(ctx, input, weight, bias, running_mean, running_var,
                       out) ||
      !resize_out(ctx, kOp, sizes_of(input), out) ||
      !resize_out(ctx, kOp, none, save_mean) ||
      !resize_out(ctx, kOp, none, save_invstd) || out.numel() == 0) {
    return results;
  }
  const Statistics stats{
      channel_values(running_mean, 0), channel_values(running_var, 1),
      channel_values(weight, 1), channel_values(bias, 0), eps};
  if (input.scalar_type() == ScalarType::Double) {
    normalize_channels<double>(input, stats, out);
  } else {
    normalize_channels<float>(input, stats, out);
  }
  return results;
}

}  // namespace executorch::kernels::portable
