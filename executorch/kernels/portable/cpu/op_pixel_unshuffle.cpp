#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// out[n, (c r + i) r + j, h, w] = self[n, c, h r + i, w r + j].
LoopNest unshuffle_nest(const Tensor& self, const Tensor& out, int64_t r) {
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
  const auto from = self.strides().slice(lead);
  const auto to = out.strides().slice(lead);
  push(batch, lead == 0 ? 0 : out.strides()[lead - 1],
       lead == 0 ? 0 : self.strides()[lead - 1]);
  push(self.sizes()[lead], to[0] * r * r, from[0]);
  push(r, to[0] * r, from[1]);
  push(r, to[0], from[2]);
  push(out.sizes()[lead + 1], to[1], from[1] * r);
  push(out.sizes()[lead + 2], to[2], from[2] * r);
  return nest;
}

}  // namespace

Tensor& pixel_unshuffle_out(KernelRuntimeContext& ctx, const Tensor& self,
                            int64_t downscale_factor, Tensor& out) {
  constexpr const char* kOp = "pixel_unshuffle";
  if (!check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp,
                  ops::pixel_unshuffle_shape(sizes_of(self), downscale_factor),
                  out) ||
      (self.dim() > 4 && (!check_default_order(ctx, kOp, self) ||
                          !check_default_order(ctx, kOp, out)))) {
    return out;
  }
  copy_part(ctx, kOp, unshuffle_nest(self, out, downscale_factor), out, 0, self,
            0);
  return out;
}

}  // namespace executorch::kernels::portable
