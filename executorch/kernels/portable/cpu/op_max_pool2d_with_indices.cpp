#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <limits>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "max_pool2d_with_indices";

/// Window of output position `at`, cut to the input.
Window window_at(const ops::PoolParams& p, size_t dim, int64_t at,
                 int64_t size) {
  const int64_t step = p.dilation.broadcast(dim);
  const int64_t begin = at * p.stride_at(dim) - p.padding.broadcast(dim);
  const int64_t end = begin + (p.kernel.broadcast(dim) - 1) * step + 1;
  const int64_t first =
      begin < 0 ? begin + (-begin + step - 1) / step * step : begin;
  return {first, std::min(end, size), step};
}

template <class T>
struct Best {
  T value;
  int64_t index;
};

/// What the padding holds: no element is smaller.
template <class T>
T padding_value() {
  if constexpr (std::is_integral_v<T>) {
    return std::numeric_limits<T>::lowest();
  } else {
    return convert<float, T>(-std::numeric_limits<float>::infinity());
  }
}

/// The first largest element, or the last NaN, as in PyTorch. A dilated window
/// may have all of its elements in the padding.
template <class T>
Best<T> window_max(const T* plane, const Planes& in, const Window& rows,
                   const Window& columns) {
  const int64_t first = rows.first * in.width + columns.first;
  Best<T> best{padding_value<T>(), first};
  for (int64_t y = rows.first; y < rows.last; y += rows.step) {
    const T* row = plane + y * in.strides[2];
    for (int64_t x = columns.first; x < columns.last; x += columns.step) {
      const T value = row[x * in.strides[3]];
      if (value > best.value || value != value) {
        best = {value, y * in.width + x};
      }
    }
  }
  return best;
}

template <class T>
void pool_plane(const T* in, const Planes& from, const ops::PoolParams& p,
                T* out, const Planes& to, int64_t* indices,
                const Planes& index_planes) {
  for (int64_t y = 0; y < to.height; ++y) {
    const Window rows = window_at(p, 0, y, from.height);
    for (int64_t x = 0; x < to.width; ++x) {
      const Window columns = window_at(p, 1, x, from.width);
      const Best<T> best = window_max(in, from, rows, columns);
      out[y * to.strides[2] + x * to.strides[3]] = best.value;
      indices[y * index_planes.strides[2] + x * index_planes.strides[3]] =
          best.index;
    }
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(
    KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef kernel_size,
    IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
    bool ceil_mode, Tensor& out, Tensor& indices) {
  std::tuple<Tensor&, Tensor&> results(out, indices);
  const ops::PoolParams params{span_of(kernel_size), span_of(stride),
                               span_of(padding), span_of(dilation), ceil_mode};
  if (!check_magnitudes(
          ctx, kOp,
          {params.kernel, params.stride, params.padding, params.dilation}) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, indices, ScalarType::Long)) {
    return results;
  }
  const Shape shape = ops::pool2d_shape(sizes_of(self), params);
  if (!resize_out(ctx, kOp, shape, out) ||
      !resize_out(ctx, kOp, shape, indices)) {
    return results;
  }
  const Planes from = planes_of(self);
  const Planes to = planes_of(out);
  ET_KERNEL_CHECK_MSG(
      ctx, out.numel() == 0 || (from.height > 0 && from.width > 0),
      InvalidArgument, results, "%s: input plane is empty", kOp);
  const Planes index_planes = planes_of(indices);
  const bool done = dispatch_real(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for_each_plane(from, [&](int64_t n, int64_t c) {
      pool_plane(
          self.const_data_ptr<T>() + from.offset(n, c), from, params,
          out.mutable_data_ptr<T>() + to.offset(n, c), to,
          indices.mutable_data_ptr<int64_t>() + index_planes.offset(n, c),
          index_planes);
    });
  });
  if (!done) {
    refuse_dtype(ctx, kOp, self.scalar_type());
  }
  return results;
}

}  // namespace executorch::kernels::portable
