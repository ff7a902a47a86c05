#include <executorch/kernels/portable/cpu/util/kernel_util.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& empty_out(KernelRuntimeContext& ctx, IntArrayRef size,
                  std::optional<aten::MemoryFormat>, Tensor& out) {
  Sizes sizes;
  if (sizes_from(ctx, "empty", size, sizes)) {
    resize_out(ctx, "empty", sizes, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
