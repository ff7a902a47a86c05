#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// out[n, c, h r + i, w r + j] = self[n, (c r + i) r + j, h, w]: the nest
/// splits both so that each loop has one stride on either side.
LoopNest shuffle_nest(const Tensor& self, const Tensor& out, int64_t r) {
  LoopNest nest;
  nest.operands = 2;
  const auto lead = static_cast<size_t>(self.dim()) - 3;
  const auto push = [&](int64_t size, int64_t to, int64_t from) {
    nest.sizes[nest.rank] = size;
    nest.strides[0][nest.rank] = to;
    nest.strides[1][nest.rank++] = from;
  };
  int64_t batch = 1;
  for (size_t i = 0; i < lead; ++i) {
    batch *= self.sizes()[i];
  }
  const auto in = self.strides().slice(lead);
  const auto to = out.strides().slice(lead);
  const int64_t channels = out.sizes()[lead];
  push(batch, lead == 0 ? 0 : out.strides()[lead - 1],
       lead == 0 ? 0 : self.strides()[lead - 1]);
  push(channels, to[0], in[0] * r * r);
  push(r, to[1], in[0] * r);
  push(r, to[2], in[0]);
  push(self.sizes()[lead + 1], to[1] * r, in[1]);
  push(self.sizes()[lead + 2], to[2] * r, in[2]);
  return nest;
}

}  // namespace

Tensor& pixel_shuffle_out(KernelRuntimeContext& ctx, const Tensor& self,
                          int64_t upscale_factor, Tensor& out) {
  constexpr const char* kOp = "pixel_shuffle";
  if (!check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp,
                  ops::pixel_shuffle_shape(sizes_of(self), upscale_factor),
                  out) ||
      (self.dim() > 4 && (!check_default_order(ctx, kOp, self) ||
                          !check_default_order(ctx, kOp, out)))) {
    return out;
  }
  copy_part(ctx, kOp, shuffle_nest(self, out, upscale_factor), out, 0, self, 0);
  return out;
}

}  // namespace executorch::kernels::portable
