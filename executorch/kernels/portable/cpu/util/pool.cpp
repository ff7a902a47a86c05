#include <executorch/kernels/portable/cpu/util/pool.h>

#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <limits>

namespace executorch::kernels::portable {
namespace {

constexpr int64_t kBlock = 64;

/// Windows along one dimension.
struct WindowDim {
  int64_t in = 1;
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;

  int64_t begin(int64_t at) const { return at * stride - padding; }
  /// First element of the window inside of the input; its end may lie before.
  int64_t first(int64_t at) const {
    const int64_t b = begin(at);
    return b < 0 ? b + (-b + dilation - 1) / dilation * dilation : b;
  }
  int64_t last(int64_t at) const {
    return std::min(begin(at) + (kernel - 1) * dilation + 1, in);
  }
  /// Outputs of [from, to) whose element `k` of the window lies inside.
  int64_t lowest(int64_t k, int64_t from) const {
    const int64_t missing = padding - k * dilation;
    return std::max(from,
                    missing > 0 ? (missing + stride - 1) / stride : from);
  }
  int64_t highest(int64_t k, int64_t to) const {
    const int64_t room = in - 1 + padding - k * dilation;
    return room < 0 ? 0 : std::min(to, room / stride + 1);
  }
};

struct Windows {
  WindowDim dims[3];

  Windows(const Volumes& in, const ops::PoolParams& p, size_t count) {
    for (size_t i = 0; i < 3; ++i) {
      dims[i].in = in.sizes[i];
      if (i + count >= 3) {
        const size_t at = i + count - 3;
        dims[i].kernel = p.kernel.broadcast(at);
        dims[i].stride = p.stride_at(at);
        dims[i].padding = p.padding.broadcast(at);
        dims[i].dilation = p.dilation.broadcast(at);
      }
    }
  }
};

template <class T>
using MaxType = std::conditional_t<std::is_same_v<T, Half> ||
                                       std::is_same_v<T, BFloat16>,
                                   float, T>;
/// Type that sums of `T` are taken in.
template <class T>
using SumType = std::conditional_t<
    std::is_same_v<T, double>, double,
    std::conditional_t<std::is_integral_v<T>, int64_t, float>>;

template <class T>
constexpr T lowest_value() {
  return std::numeric_limits<T>::has_infinity
             ? -std::numeric_limits<T>::infinity()
             : std::numeric_limits<T>::lowest();
}

/// Takes over, for n outputs, elements that are larger than the best ones.
template <class T>
void take_larger(const T* from, int64_t step, int32_t place, int32_t place_step,
                 MaxType<T>* best, int32_t* places, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const auto value = convert<T, MaxType<T>>(from[i * step]);
    const bool takes = value > best[i] || value != value;
    best[i] = takes ? value : best[i];
    places[i] =
        takes ? place + static_cast<int32_t>(i) * place_step : places[i];
  }
}

template <class T>
void add_elements(const T* from, int64_t step, SumType<T>* sums, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    sums[i] += convert<T, SumType<T>>(from[i * step]);
  }
}

/// Calls `f(z, y, k, from, to)` for each row (z, y) and window column k that a
/// block of outputs [x, x + n) of row (oz, oy) reads, with the outputs that
/// find an element there.
template <class F>
void for_each_tap(const Windows& w, int64_t oz, int64_t oy, int64_t x,
                  int64_t n, const F& f) {
  const WindowDim& depth = w.dims[0];
  const WindowDim& height = w.dims[1];
  const WindowDim& width = w.dims[2];
  for (int64_t z = depth.first(oz); z < depth.last(oz); z += depth.dilation) {
    for (int64_t y = height.first(oy); y < height.last(oy);
         y += height.dilation) {
      for (int64_t k = 0; k < width.kernel; ++k) {
        const int64_t from = width.lowest(k, x);
        const int64_t to = width.highest(k, x + n);
        if (from < to) {
          f(z, y, k, from, to);
        }
      }
    }
  }
}

template <class T>
class MaxRows {
 public:
  MaxRows(const Windows& w, const Volumes& in, const Volumes& out,
          const Volumes& places)
      : w_(w), in_(in), out_(out), places_(places) {}

  void run(const T* from, T* to, int64_t* indices) {
    for (int64_t oz = 0; oz < out_.sizes[0]; ++oz) {
      for (int64_t oy = 0; oy < out_.sizes[1]; ++oy) {
        for (int64_t x = 0; x < out_.sizes[2]; x += kBlock) {
          const int64_t n = std::min(kBlock, out_.sizes[2] - x);
          search(from, oz, oy, x, n);
          write(to, indices, oz, oy, x, n);
        }
      }
    }
  }

 private:
  int64_t row_place(int64_t z, int64_t y) const {
    return (z * in_.sizes[1] + y) * in_.sizes[2];
  }

  void search(const T* from, int64_t oz, int64_t oy, int64_t x, int64_t n) {
    const WindowDim& width = w_.dims[2];
    const int64_t first =
        row_place(w_.dims[0].first(oz), w_.dims[1].first(oy));
    for (int64_t i = 0; i < n; ++i) {
      best_[i] = lowest_value<MaxType<T>>();
      found_[i] = static_cast<int32_t>(first + width.first(x + i));
    }
    for_each_tap(w_, oz, oy, x, n,
                 [&](int64_t z, int64_t y, int64_t k, int64_t lo, int64_t hi) {
                   const int64_t column = width.begin(lo) + k * width.dilation;
                   take_larger(from + z * in_.strides[0] + y * in_.strides[1] +
                                   column * in_.strides[2],
                               width.stride * in_.strides[2],
                               static_cast<int32_t>(row_place(z, y) + column),
                               static_cast<int32_t>(width.stride),
                               best_ + (lo - x), found_ + (lo - x), hi - lo);
                 });
  }

  void write(T* to, int64_t* indices, int64_t oz, int64_t oy, int64_t x,
             int64_t n) const {
    to += oz * out_.strides[0] + oy * out_.strides[1] + x * out_.strides[2];
    indices += oz * places_.strides[0] + oy * places_.strides[1] +
               x * places_.strides[2];
    for (int64_t i = 0; i < n; ++i) {
      to[i * out_.strides[2]] = convert<MaxType<T>, T>(best_[i]);
      indices[i * places_.strides[2]] = found_[i];
    }
  }

  const Windows& w_;
  const Volumes& in_;
  const Volumes& out_;
  const Volumes& places_;
  MaxType<T> best_[kBlock];
  int32_t found_[kBlock];
};

/// The same where channels are neighbours: a block of them at each output.
template <class T>
class MaxChannels {
 public:
  MaxChannels(const Windows& w, const Volumes& in, const Volumes& out,
              const Volumes& places)
      : w_(w), in_(in), out_(out), places_(places) {}

  /// Channels [c, c + n) of one batch; the pointers are those of channel c.
  void run(const T* from, T* to, int64_t* indices, int64_t n) {
    int64_t at[3];
    for (at[0] = 0; at[0] < out_.sizes[0]; ++at[0]) {
      for (at[1] = 0; at[1] < out_.sizes[1]; ++at[1]) {
        for (at[2] = 0; at[2] < out_.sizes[2]; ++at[2]) {
          search(from, at, n);
          write(to, indices, at, n);
        }
      }
    }
  }

 private:
  int32_t place(int64_t z, int64_t y, int64_t x) const {
    return static_cast<int32_t>((z * in_.sizes[1] + y) * in_.sizes[2] + x);
  }

  void search(const T* from, const int64_t* at, int64_t n) {
    const WindowDim& width = w_.dims[2];
    std::fill_n(best_, n, lowest_value<MaxType<T>>());
    std::fill_n(found_, n,
                place(w_.dims[0].first(at[0]), w_.dims[1].first(at[1]),
                      width.first(at[2])));
    for_each_tap(w_, at[0], at[1], at[2], 1,
                 [&](int64_t z, int64_t y, int64_t k, int64_t, int64_t) {
                   const int64_t x = width.begin(at[2]) + k * width.dilation;
                   take_larger(from + z * in_.strides[0] + y * in_.strides[1] +
                                   x * in_.strides[2],
                               1, place(z, y, x), 0, best_, found_, n);
                 });
  }

  void write(T* to, int64_t* indices, const int64_t* at, int64_t n) const {
    for (size_t i = 0; i < 3; ++i) {
      to += at[i] * out_.strides[i];
      indices += at[i] * places_.strides[i];
    }
    for (int64_t i = 0; i < n; ++i) {
      to[i * out_.channel_stride] = convert<MaxType<T>, T>(best_[i]);
      indices[i * places_.channel_stride] = found_[i];
    }
  }

  const Windows& w_;
  const Volumes& in_;
  const Volumes& out_;
  const Volumes& places_;
  MaxType<T> best_[kBlock];
  int32_t found_[kBlock];
};

struct Divisor {
  bool count_include_pad = true;
  std::optional<int64_t> fixed;

  int64_t count(const Windows& w, const int64_t* at) const {
    if (fixed) {
      return *fixed;
    }
    int64_t total = 1;
    for (size_t i = 0; i < 3; ++i) {
      const WindowDim& d = w.dims[i];
      const int64_t padding = count_include_pad ? d.padding : 0;
      const int64_t begin = std::max(d.begin(at[i]), -padding);
      const int64_t end =
          std::min(d.begin(at[i]) + d.kernel, d.in + padding);
      total *= std::max<int64_t>(end - begin, 0);
    }
    return total;
  }
};

template <class T>
void avg_volume(const Windows& w, const Volumes& in, const Volumes& out,
                const Divisor& divisor, const T* from, T* to) {
  using Sum = SumType<T>;
  const WindowDim& width = w.dims[2];
  int64_t at[3];
  for (at[0] = 0; at[0] < out.sizes[0]; ++at[0]) {
    for (at[1] = 0; at[1] < out.sizes[1]; ++at[1]) {
      for (int64_t x = 0; x < out.sizes[2]; x += kBlock) {
        const int64_t n = std::min(kBlock, out.sizes[2] - x);
        Sum sums[kBlock] = {};
        for_each_tap(
            w, at[0], at[1], x, n,
            [&](int64_t z, int64_t y, int64_t k, int64_t lo, int64_t hi) {
              add_elements(from + z * in.strides[0] + y * in.strides[1] +
                               (width.begin(lo) + k) * in.strides[2],
                           width.stride * in.strides[2], sums + (lo - x),
                           hi - lo);
            });
        T* row = to + at[0] * out.strides[0] + at[1] * out.strides[1];
        for (int64_t i = 0; i < n; ++i) {
          at[2] = x + i;
          const int64_t count = divisor.count(w, at);
          row[at[2] * out.strides[2]] = convert<Sum, T>(
              count == 0 ? Sum(0) : sums[i] / static_cast<Sum>(count));
        }
      }
    }
  }
}

int64_t adaptive_first(int64_t at, int64_t out, int64_t in) {
  return at * in / out;
}
int64_t adaptive_last(int64_t at, int64_t out, int64_t in) {
  return ((at + 1) * in + out - 1) / out;
}

/// Calls `f(element, position)` for the elements of output `at`'s window.
template <class F>
void for_each_adaptive(const Volumes& in, const Volumes& out, const int64_t* at,
                       const F& f) {
  int64_t first[3];
  int64_t last[3];
  for (size_t i = 0; i < 3; ++i) {
    first[i] = adaptive_first(at[i], out.sizes[i], in.sizes[i]);
    last[i] = adaptive_last(at[i], out.sizes[i], in.sizes[i]);
  }
  for (int64_t z = first[0]; z < last[0]; ++z) {
    for (int64_t y = first[1]; y < last[1]; ++y) {
      const int64_t row = z * in.strides[0] + y * in.strides[1];
      const int64_t place = (z * in.sizes[1] + y) * in.sizes[2];
      for (int64_t x = first[2]; x < last[2]; ++x) {
        f(row + x * in.strides[2], place + x);
      }
    }
  }
}

template <class F>
void for_each_output(const Volumes& out, const F& f) {
  int64_t at[3];
  for (at[0] = 0; at[0] < out.sizes[0]; ++at[0]) {
    for (at[1] = 0; at[1] < out.sizes[1]; ++at[1]) {
      for (at[2] = 0; at[2] < out.sizes[2]; ++at[2]) {
        f(at);
      }
    }
  }
}

int64_t element_of(const Volumes& volume, const int64_t* at) {
  return at[0] * volume.strides[0] + at[1] * volume.strides[1] +
         at[2] * volume.strides[2];
}

template <class T>
void adaptive_avg_volume(const Volumes& in, const Volumes& out, const T* from,
                         T* to) {
  using Sum = SumType<T>;
  for_each_output(out, [&](const int64_t* at) {
    Sum sum = 0;
    int64_t count = 0;
    for_each_adaptive(in, out, at, [&](int64_t element, int64_t) {
      sum += convert<T, Sum>(from[element]);
      ++count;
    });
    to[element_of(out, at)] = convert<Sum, T>(sum / static_cast<Sum>(count));
  });
}

template <class T>
void adaptive_max_volume(const Volumes& in, const Volumes& out,
                         const Volumes& places, const T* from, T* to,
                         int64_t* indices) {
  for_each_output(out, [&](const int64_t* at) {
    T best = T();
    int64_t found = -1;
    for_each_adaptive(in, out, at, [&](int64_t element, int64_t place) {
      const T value = from[element];
      if (found < 0 || value > best || value != value) {
        best = value;
        found = place;
      }
    });
    to[element_of(out, at)] = best;
    indices[element_of(places, at)] = found;
  });
}

bool check_volume(KernelRuntimeContext& ctx, const char* op, const Volumes& in,
                  const Tensor& out) {
  const bool fits = in.numel() > 0 && in.numel() <= INT32_MAX;
  if (out.numel() == 0 || fits) {
    return true;
  }
  ET_LOG(Error, "%s: input plane of %" PRId64 " elements, expected 1 to %" PRId64,
         op, in.numel(), int64_t{INT32_MAX});
  ctx.fail(Error::InvalidArgument);
  return false;
}

}  // namespace

Volumes::Volumes(const Tensor& tensor, size_t dims) {
  const size_t lead = static_cast<size_t>(tensor.dim()) - dims - 1;
  if (lead > 0) {
    batch = tensor.sizes()[0];
    batch_stride = tensor.strides()[0];
  }
  channels = tensor.sizes()[lead];
  channel_stride = tensor.strides()[lead];
  for (size_t i = 0; i < dims; ++i) {
    sizes[3 - dims + i] = tensor.sizes()[lead + 1 + i];
    strides[3 - dims + i] = tensor.strides()[lead + 1 + i];
  }
}

void max_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const ops::PoolParams& params, size_t dims, Tensor& out,
              Tensor& indices) {
  if (!check_magnitudes(
          ctx, op,
          {params.kernel, params.stride, params.padding, params.dilation}) ||
      !check_same_dtype(ctx, op, out, self.scalar_type()) ||
      !check_same_dtype(ctx, op, indices, ScalarType::Long)) {
    return;
  }
  const Shape shape = ops::pool_shape(sizes_of(self), params, dims);
  if (!resize_out(ctx, op, shape, out) ||
      !resize_out(ctx, op, shape, indices)) {
    return;
  }
  const Volumes in(self, dims);
  const Volumes to(out, dims);
  const Volumes places(indices, dims);
  const Windows windows(in, params, dims);
  if (!check_volume(ctx, op, in, out)) {
    return;
  }
  const bool done = dispatch_real(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const bool by_channels = in.channel_stride == 1 && in.strides[2] > 1;
    MaxChannels<T> channels(windows, in, to, places);
    for (int64_t i = 0; by_channels && i < in.batch * in.channels;) {
      const int64_t n = std::min(kBlock, in.channels - i % in.channels);
      channels.run(self.const_data_ptr<T>() + in.offset(i),
                   out.mutable_data_ptr<T>() + to.offset(i),
                   indices.mutable_data_ptr<int64_t>() + places.offset(i), n);
      i += n;
    }
    if (by_channels) {
      return;
    }
    MaxRows<T> rows(windows, in, to, places);
    for (int64_t i = 0; i < to.count() && out.numel() != 0; ++i) {
      rows.run(self.const_data_ptr<T>() + in.offset(i),
               out.mutable_data_ptr<T>() + to.offset(i),
               indices.mutable_data_ptr<int64_t>() + places.offset(i));
    }
  });
  if (!done) {
    refuse_dtype(ctx, op, self.scalar_type());
  }
}

void avg_pool(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
              const ops::PoolParams& params, size_t dims,
              bool count_include_pad, std::optional<int64_t> divisor,
              Tensor& out) {
  if (divisor == 0) {
    ET_LOG(Error, "%s: divisor_override is 0, expected another number", op);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  if (!check_magnitudes(ctx, op,
                        {params.kernel, params.stride, params.padding}) ||
      !check_same_dtype(ctx, op, out, self.scalar_type()) ||
      !resize_out(ctx, op, ops::pool_shape(sizes_of(self), params, dims),
                  out)) {
    return;
  }
  const Volumes in(self, dims);
  const Volumes to(out, dims);
  const Windows windows(in, params, dims);
  const Divisor by{count_include_pad, divisor};
  const auto pool = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < to.count() && out.numel() != 0; ++i) {
      avg_volume(windows, in, to, by, self.const_data_ptr<T>() + in.offset(i),
                 out.mutable_data_ptr<T>() + to.offset(i));
    }
  };
  if (self.scalar_type() == ScalarType::Long) {
    pool(TypeTag<int64_t>());
  } else if (!dispatch_floating(self.scalar_type(), pool)) {
    refuse_dtype(ctx, op, self.scalar_type());
  }
}

void adaptive_avg_pool(KernelRuntimeContext& ctx, const char* op,
                       const Tensor& self, IntArrayRef output_size, size_t dims,
                       Tensor& out) {
  Sizes wanted;
  if (!check_floating(ctx, op, self) ||
      !check_same_dtype(ctx, op, out, self.scalar_type()) ||
      !sizes_from(ctx, op, output_size, wanted) ||
      !resize_out(ctx, op,
                  ops::adaptive_pool_shape(sizes_of(self), wanted, dims),
                  out)) {
    return;
  }
  const Volumes in(self, dims);
  const Volumes to(out, dims);
  if (!check_volume(ctx, op, in, out)) {
    return;
  }
  dispatch_floating(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < to.count() && out.numel() != 0; ++i) {
      adaptive_avg_volume(in, to, self.const_data_ptr<T>() + in.offset(i),
                          out.mutable_data_ptr<T>() + to.offset(i));
    }
  });
}

void adaptive_max_pool(KernelRuntimeContext& ctx, const char* op,
                       const Tensor& self, IntArrayRef output_size, size_t dims,
                       Tensor& out, Tensor& indices) {
  Sizes wanted;
  if (!check_floating(ctx, op, self) ||
      !check_same_dtype(ctx, op, out, self.scalar_type()) ||
      !check_same_dtype(ctx, op, indices, ScalarType::Long) ||
      !sizes_from(ctx, op, output_size, wanted)) {
    return;
  }
  const Shape shape = ops::adaptive_pool_shape(sizes_of(self), wanted, dims);
  if (!resize_out(ctx, op, shape, out) ||
      !resize_out(ctx, op, shape, indices)) {
    return;
  }
  const Volumes in(self, dims);
  const Volumes to(out, dims);
  const Volumes places(indices, dims);
  if (!check_volume(ctx, op, in, out)) {
    return;
  }
  dispatch_floating(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < to.count() && out.numel() != 0; ++i) {
      adaptive_max_volume(
          in, to, places, self.const_data_ptr<T>() + in.offset(i),
          out.mutable_data_ptr<T>() + to.offset(i),
          indices.mutable_data_ptr<int64_t>() + places.offset(i));
    }
  });
}

}  // namespace executorch::kernels::portable
