#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "_adaptive_avg_pool2d";

Window window_at(int64_t at, int64_t out_size, int64_t in_size) {
  return {at * in_size / out_size,
          ((at + 1) * in_size + out_size - 1) / out_size, 1};
}

template <class T>
void pool_plane(const T* in, const Planes& from, T* out, const Planes& to) {
  using Sum = PoolSum<T>;
  for (int64_t y = 0; y < to.height; ++y) {
    const Window rows = window_at(y, to.height, from.height);
    for (int64_t x = 0; x < to.width; ++x) {
      const Window columns = window_at(x, to.width, from.width);
      const Sum sum = window_sum(in, from, rows, columns);
      const Sum count = static_cast<Sum>(rows.size() * columns.size());
      out[y * to.strides[2] + x * to.strides[3]] = convert<Sum, T>(sum / count);
    }
  }
}

}  // namespace

Tensor& _adaptive_avg_pool2d_out(KernelRuntimeContext& ctx, const Tensor& self,
                                 IntArrayRef output_size, Tensor& out) {
  Sizes wanted;
  if (!check_floating(ctx, kOp, self) ||
      !check_same_dtype(ctx, kOp, out, self.scalar_type()) ||
      !sizes_from(ctx, kOp, output_size, wanted) ||
      !resize_out(ctx, kOp, ops::adaptive_pool2d_shape(sizes_of(self), wanted),
                  out)) {
    return out;
  }
  const Planes from = planes_of(self);
  const Planes to = planes_of(out);
  ET_KERNEL_CHECK_MSG(ctx,
                      out.numel() == 0 || (from.height > 0 && from.width > 0),
                      InvalidArgument, out, "%s: input plane is empty", kOp);
  dispatch_floating(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for_each_plane(from, [&](int64_t n, int64_t c) {
      pool_plane(self.const_data_ptr<T>() + from.offset(n, c), from,
                 out.mutable_data_ptr<T>() + to.offset(n, c), to);
    });
  });
  return out;
}

}  // namespace executorch::kernels::portable
