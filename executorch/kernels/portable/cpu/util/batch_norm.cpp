#include <executorch/kernels/portable/cpu/util/batch_norm.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 512;

bool check_channels(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& values, const Tensor& input) {
  if (values.dim() == 1 && values.size(0) == input.size(1)) {
    return true;
  }
  ET_LOG(Error,
         "%s: %zd values of rank %zd, expected one for each of %zd "
         "channels",
         op, static_cast<ssize_t>(values.numel()),
         static_cast<ssize_t>(values.dim()),
         static_cast<ssize_t>(input.size(1)));
  ctx.fail(Error::InvalidArgument);
  return false;
}

const char* channel_data(const Tensor& tensor, int64_t channel) {
  const auto nbytes =
      static_cast<int64_t>(runtime::elementSize(tensor.scalar_type()));
  return static_cast<const char*>(tensor.const_data_ptr()) +
         channel * tensor.strides()[1] * nbytes;
}

/// Loops over one channel of a tensor, which is operand 0, and of others.
LoopNest channel_nest(const Tensor& first, const Tensor& second) {
  LoopNest nest = nest_over(first);
  add_broadcast(nest, second);
  nest.sizes[1] = 1;
  nest.simplify();
  return nest;
}

/// Calls `f(values, n)` for blocks of a channel's values in double.
template <class F>
void for_each_block(const Tensor& input, int64_t channel, const F& f) {
  const ScalarType dtype = input.scalar_type();
  const LoadFn load = load_function(dtype, ScalarType::Double);
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  const LoopNest nest = channel_nest(input, input);
  const size_t last = nest.rank - 1;
  const int64_t stride = nest.strides[0][last];
  const char* data = channel_data(input, channel);
  double values[kBlock];
  OuterLoop loop(nest);
  do {
    for (int64_t i = 0; i < nest.sizes[last]; i += kBlock) {
      const auto n =
          static_cast<size_t>(std::min(kBlock, nest.sizes[last] - i));
      load(data + (loop.offset(0) + i * stride) * nbytes,
           static_cast<ptrdiff_t>(stride), values, n);
      f(values, n);
    }
  } while (loop.next());
}

template <class C>
void scale_values(C* values, size_t n, C scale, C shift) {
  for (size_t i = 0; i < n; ++i) {
    values[i] = values[i] * scale + shift;
  }
}

template <class C>
void scale_lines(const Tensor& input, int64_t channel, C scale, C shift,
                 Tensor& out) {
  const ScalarType dtype = input.scalar_type();
  const LoadFn load = load_function(dtype, kScalarTypeOf<C>);
  const StoreFn store = store_function(kScalarTypeOf<C>, dtype);
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  const LoopNest nest = channel_nest(out, input);
  const size_t last = nest.rank - 1;
  const int64_t to_stride = nest.strides[0][last];
  const int64_t from_stride = nest.strides[1][last];
  const char* from = channel_data(input, channel);
  char* to = const_cast<char*>(channel_data(out, channel));
  C values[kBlock];
  OuterLoop loop(nest);
  do {
    for (int64_t i = 0; i < nest.sizes[last]; i += kBlock) {
      const auto n =
          static_cast<size_t>(std::min(kBlock, nest.sizes[last] - i));
      load(from + (loop.offset(1) + i * from_stride) * nbytes,
           static_cast<ptrdiff_t>(from_stride), values, n);
      scale_values(values, n, scale, shift);
      store(values, to + (loop.offset(0) + i * to_stride) * nbytes,
            static_cast<ptrdiff_t>(to_stride), n);
    }
  } while (loop.next());
}

}  // namespace

ChannelValues::ChannelValues(const std::optional<Tensor>& tensor, double absent)
    : absent_(absent) {
  if (tensor) {
    data_ = static_cast<const char*>(tensor->const_data_ptr());
    dtype_ = tensor->scalar_type();
    load_ = load_function(dtype_, ScalarType::Double);
  }
}

double ChannelValues::get(int64_t channel) const {
  if (data_ == nullptr) {
    return absent_;
  }
  double value = 0;
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype_));
  load_(data_ + channel * nbytes, 1, &value, 1);
  return value;
}

bool check_batch_norm(
    KernelRuntimeContext& ctx, const char* op, const Tensor& input,
    std::initializer_list<const std::optional<Tensor>*> of_channels,
    const Tensor& out) {
  if (input.dim() < 2) {
    ET_LOG(Error, "%s: input of rank %zd, expected 2 or more", op,
           static_cast<ssize_t>(input.dim()));
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  for (const std::optional<Tensor>* tensor : of_channels) {
    if (tensor->has_value() && (!check_floating(ctx, op, **tensor) ||
                                !check_channels(ctx, op, **tensor, input))) {
      return false;
    }
  }
  return check_floating(ctx, op, input) &&
         check_same_dtype(ctx, op, out, input.scalar_type());
}

Moments channel_moments(const Tensor& input, int64_t channel) {
  const auto count =
      static_cast<double>(input.numel() / std::max<ssize_t>(input.size(1), 1));
  double sum = 0;
  for_each_block(input, channel, [&](const double* values, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      sum += values[i];
    }
  });
  const double mean = sum / count;
  double squares = 0;
  for_each_block(input, channel, [&](const double* values, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      squares += (values[i] - mean) * (values[i] - mean);
    }
  });
  return {mean, squares / count};
}

void scale_channel(const Tensor& input, int64_t channel, double scale,
                   double shift, Tensor& out) {
  if (input.scalar_type() == ScalarType::Double) {
    scale_lines<double>(input, channel, scale, shift, out);
  } else {
    scale_lines<float>(input, channel, static_cast<float>(scale),
                       static_cast<float>(shift), out);
  }
}

void write_value(Tensor& tensor, int64_t index, double value) {
  const ScalarType dtype = tensor.scalar_type();
  const auto nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  store_function(ScalarType::Double, dtype)(
      &value, static_cast<char*>(tensor.mutable_data_ptr()) + index * nbytes, 1,
      1);
}

}  // namespace executorch::kernels::portable
