#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "im2col";

}  // namespace

/// [N, C, H, W] -> [N, C kh kw, L]: each column is a window.
Tensor& im2col_out(KernelRuntimeContext& ctx, const Tensor& self,
                   IntArrayRef kernel_size, IntArrayRef dilation,
                   IntArrayRef padding, IntArrayRef stride, Tensor& out) {
  const ops::PoolParams p{span_of(kernel_size), span_of(stride),
                          span_of(padding), span_of(dilation), false};
  if (!check_magnitudes(ctx, kOp,
                        {p.kernel, p.stride, p.padding, p.dilation}) ||
      !check_movable(ctx, kOp, self, out) ||
      !check_default_order(ctx, kOp, out) ||
      !resize_out(ctx, kOp, ops::im2col_shape(sizes_of(self), p), out) ||
      out.numel() == 0) {
    return out;
  }
  const size_t lead = static_cast<size_t>(self.dim()) - 3;
  const int64_t batch = lead == 0 ? 1 : self.sizes()[0];
  const int64_t batch_stride = lead == 0 ? 0 : self.strides()[0];
  int64_t count[2];
  for (size_t i = 0; i < 2; ++i) {
    count[i] = ops::window_count(
        static_cast<int64_t>(self.sizes()[lead + 1 + i]), p.kernel.broadcast(i),
        p.stride_at(i), p.padding.broadcast(i), p.dilation.broadcast(i), false);
  }
  std::memset(out.mutable_data_ptr(), 0, out.nbytes());
  const int64_t kernels = p.kernel.broadcast(0) * p.kernel.broadcast(1);
  const int64_t windows = count[0] * count[1];
  for (int64_t k = 0; k < kernels; ++k) {
    const int64_t at[2] = {k / p.kernel.broadcast(1),
                           k % p.kernel.broadcast(1)};
    LoopNest nest;
    nest.operands = 2;
    nest.rank = 4;
    nest.sizes[0] = batch;
    nest.sizes[1] = self.sizes()[lead];
    nest.strides[0][1] = kernels * windows;
    nest.strides[0][0] = nest.sizes[1] * nest.strides[0][1];
    nest.strides[1][0] = batch_stride;
    nest.strides[1][1] = self.strides()[lead];
    int64_t to = k * windows;
    int64_t from = 0;
    for (size_t i = 0; i < 2; ++i) {
      const int64_t size = self.sizes()[lead + 1 + i];
      const int64_t begin =
          at[i] * p.dilation.broadcast(i) - p.padding.broadcast(i);
      const int64_t step = p.stride_at(i);
      const int64_t first = begin < 0 ? (-begin + step - 1) / step : 0;
      const int64_t last =
          begin >= size ? 0 : std::min(count[i], (size - 1 - begin) / step + 1);
      nest.sizes[2 + i] = std::max<int64_t>(last - first, 0);
      nest.strides[0][2 + i] = i == 0 ? count[1] : 1;
      nest.strides[1][2 + i] = step * self.strides()[lead + 1 + i];
      to += first * nest.strides[0][2 + i];
      from += (begin + first * step) * self.strides()[lead + 1 + i];
    }
    if (!copy_part(ctx, kOp, nest, out, to, self, from)) {
      return out;
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
