#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& repeat_out(KernelRuntimeContext& ctx, const Tensor& self,
                   IntArrayRef repeats, Tensor& out) {
  constexpr const char* kOp = "repeat";
  Sizes counts;
  if (!sizes_from(ctx, kOp, repeats, counts) ||
      !check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp, ops::repeat_shape(sizes_of(self), counts), out)) {
    return out;
  }
  LoopNest nest;
  nest.operands = 2;
  const size_t lead = counts.size() - static_cast<size_t>(self.dim());
  for (size_t i = 0; i < counts.size(); ++i) {
    const int64_t size = i < lead ? 1 : self.sizes()[i - lead];
    const int64_t stride = out.strides()[i];
    if (counts[i] != 1) {
      ET_KERNEL_CHECK_MSG(ctx, nest.rank < ops::kMaxRank, InvalidArgument, out,
                          "%s: found too many repeated dimensions", kOp);
      nest.sizes[nest.rank] = counts[i];
      nest.strides[0][nest.rank++] = size * stride;
    }
    if (size != 1) {
      ET_KERNEL_CHECK_MSG(ctx, nest.rank < ops::kMaxRank, InvalidArgument, out,
                          "%s: found too many repeated dimensions", kOp);
      nest.sizes[nest.rank] = size;
      nest.strides[0][nest.rank] = stride;
      nest.strides[1][nest.rank++] = self.strides()[i - lead];
    }
  }
  copy_part(ctx, kOp, nest, out, 0, self, 0);
  return out;
}

}  // namespace executorch::kernels::portable
