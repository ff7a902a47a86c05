#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& t_copy_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  TensorPart part;
  ET_KERNEL_CHECK_MSG(ctx, self.dim() <= 2, InvalidArgument, out,
                      "t_copy: found rank %zd, expected at most 2", self.dim());
  const int64_t last = self.dim() < 2 ? 0 : 1;
  if (transposed_part(ctx, "t_copy", self, 0, last, part)) {
    copy_from_part(ctx, "t_copy", self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
