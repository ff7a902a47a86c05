#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& flip_out(KernelRuntimeContext& ctx, const Tensor& self,
                 IntArrayRef dims, Tensor& out) {
  constexpr const char* kOp = "flip";
  TensorPart part{nest_over(self), 0};
  bool flipped[ops::kMaxRank] = {};
  for (const int64_t dim : dims) {
    size_t axis = 0;
    if (!check_axis(ctx, kOp, dim, self, axis)) {
      return out;
    }
    ET_KERNEL_CHECK_MSG(ctx, !flipped[axis], InvalidArgument, out,
                        "%s: dimension %" PRId64 " appears twice", kOp, dim);
    flipped[axis] = true;
    if (self.numel() != 0 && self.dim() > 0) {
      int64_t& stride = part.nest.strides[0][axis];
      part.first += (part.nest.sizes[axis] - 1) * stride;
      stride = -stride;
    }
  }
  copy_from_part(ctx, kOp, self, part, out);
  return out;
}

}  // namespace executorch::kernels::portable
