#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "avg_pool2d";

struct Divisor {
  bool count_include_pad = true;
  std::optional<int64_t> fixed;
};

/// A window with the padding that belongs to it.
Window padded_window(const ops::PoolParams& p, size_t dim, int64_t at,
                     int64_t size) {
  const int64_t padding = p.padding.broadcast(dim);
  const int64_t begin = at * p.stride_at(dim) - padding;
  return {begin, std::min(begin + p.kernel.broadcast(dim), size + padding), 1};
}

Window inside(const Window& window, int64_t size) {
  return {std::max<int64_t>(window.first, 0), std::min(window.last, size), 1};
}

template <class T>
void pool_plane(const T* in, const Planes& from, const ops::PoolParams& p,
                const Divisor& divisor, T* out, const Planes& to) {
  using Sum = PoolSum<T>;
  for (int64_t y = 0; y < to.height; ++y) {
    const Window padded_rows = padded_window(p, 0, y, from.height);
    const Window rows = inside(padded_rows, from.height);
    for (int64_t x = 0; x < to.width; ++x) {
      const Window padded_columns = padded_window(p, 1, x, from.width);
      const Window columns = inside(padded_columns, from.width);
      const int64_t covered = rows.size() * columns.size();
      const int64_t padded = padded_rows.size() * padded_columns.size();
      const int64_t count =
          divisor.fixed.value_or(divisor.count_include_pad ? padded : covered);
      const Sum sum = window_sum(in, from, rows, columns);
      const Sum mean = covered == 0 ? Sum(0) : sum / static_cast<Sum>(count);
      out[y * to.strides[2] + x * to.strides[3]] = convert<Sum, T>(mean);
    }
  }
}

}  // namespace

Tensor& avg_pool2d_out(KernelRuntimeContext& ctx, const Tensor& self,
                       IntArrayRef kernel_size, IntArrayRef stride,
                       IntArrayRef padding, bool ceil_mode,
                       bool count_include_pad,
                       std::optional<int64_t> divisor_override, Tensor& out) {
  constexpr int64_t kOne[] = {1};
  const ops::PoolParams params{span_of(kernel_size),
                               span_of(stride),
                               span_of(padding),
                               {kOne, 1},
                               ceil_mode};
  ET_KERNEL_CHECK_MSG(ctx, divisor_override.value_or(1) != 0, InvalidArgument,
                      out, "avg_pool2d: divisor_override is 0");
  if (!check_magnitudes(ctx, kOp,
                        {params.kernel, params.stride, params.padding}) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !resize_out(ctx, kOp, ops::pool2d_shape(sizes_of(self), params), out)) {
    return out;
  }
  const Planes from = planes_of(self);
  const Planes to = planes_of(out);
  const Divisor divisor{count_include_pad, divisor_override};
  const auto pool = [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for_each_plane(from, [&](int64_t n, int64_t c) {
      pool_plane(self.const_data_ptr<T>() + from.offset(n, c), from, params,
                 divisor, out.mutable_data_ptr<T>() + to.offset(n, c), to);
    });
  };
  if (self.scalar_type() == ScalarType::Long) {
    pool(TypeTag<int64_t>());
  } else if (!dispatch_floating(self.scalar_type(), pool)) {
    refuse_dtype(ctx, kOp, self.scalar_type());
  }
  return out;
}

}  // namespace executorch::kernels::portable
