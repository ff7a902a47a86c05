#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& narrow_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                        int64_t dim, int64_t start, int64_t length,
                        Tensor& out) {
  constexpr const char* kOp = "narrow_copy";
  size_t axis = 0;
  if (!check_axis(ctx, kOp, dim, self, axis)) {
    return out;
  }
  ET_KERNEL_CHECK_MSG(ctx, self.dim() > 0, InvalidArgument, out,
                      "%s: found a 0-d tensor, expected dimensions", kOp);
  const int64_t size = self.sizes()[axis];
  ET_KERNEL_CHECK_MSG(
      ctx,
      start >= -size && start <= size && length >= 0 &&
          length <= size - (start < 0 ? start + size : start),
      InvalidArgument, out,
      "%s: found start %" PRId64 " and length %" PRId64
      ", expected a part of %" PRId64 " elements",
      kOp, start, length, size);
  const int64_t first = start < 0 ? start + size : start;
  TensorPart part;
  if (slice_part(ctx, kOp, self, dim, first, first + length, 1, part)) {
    copy_from_part(ctx, kOp, self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
