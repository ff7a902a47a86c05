#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& to_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                    bool non_blocking,
                    std::optional<aten::MemoryFormat> memory_format,
                    Tensor& out) {
  if (check_blocking(ctx, "_to_copy", non_blocking) &&
      check_memory_format(ctx, "_to_copy", memory_format) &&
      resize_out(ctx, "_to_copy", sizes_of(self), out)) {
    copy_broadcast(ctx, "_to_copy", self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
