#include <executorch/kernels/portable/cpu/util/triangle.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

/// Columns [first, last) of a row become zero.
void zero_columns(char* row, int64_t stride_nbytes, size_t nbytes,
                  int64_t first, int64_t last) {
  if (first < last && stride_nbytes == static_cast<int64_t>(nbytes)) {
    std::memset(row + first * stride_nbytes, 0,
                static_cast<size_t>(last - first) * nbytes);
    return;
  }
  for (int64_t i = first; i < last; ++i) {
    std::memset(row + i * stride_nbytes, 0, nbytes);
  }
}

}  // namespace

void keep_triangle(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& self, int64_t diagonal, bool lower,
                   Tensor& out) {
  if (!check_movable(ctx, op, self, out) ||
      !check_magnitudes(ctx, op, {{&diagonal, 1}})) {
    return;
  }
  if (self.dim() < 2) {
    ET_LOG(Error, "%s: found rank %zd, expected at least 2", op, self.dim());
    ctx.fail(Error::InvalidArgument);
    return;
  }
  if (!resize_out(ctx, op, sizes_of(self), out) ||
      !copy_broadcast(ctx, op, self, out)) {
    return;
  }
  const size_t nbytes = runtime::elementSize(out.scalar_type());
  const auto step = static_cast<int64_t>(nbytes);
  const auto last = static_cast<size_t>(out.dim()) - 1;
  const int64_t rows = out.sizes()[last - 1];
  const int64_t columns = out.sizes()[last];
  LoopNest matrices = nest_over(out);
  matrices.rank -= 2;
  char* data = static_cast<char*>(out.mutable_data_ptr());
  for_each_offset(matrices, [&](const int64_t* at) {
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t edge = std::clamp<int64_t>(
          i + diagonal + (lower ? 1 : 0), 0, columns);
      zero_columns(data + (at[0] + i * out.strides()[last - 1]) * step,
                   out.strides()[last] * step, nbytes, lower ? edge : 0,
                   lower ? columns : edge);
    }
  });
}

}  // namespace executorch::kernels::portable
