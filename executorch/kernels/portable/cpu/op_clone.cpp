#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& clone_out(KernelRuntimeContext& ctx, const Tensor& self,
                  std::optional<aten::MemoryFormat> memory_format,
                  Tensor& out) {
  if (check_memory_format(ctx, "clone", memory_format) &&
      check_movable(ctx, "clone", self, out) &&
      resize_out(ctx, "clone", sizes_of(self), out)) {
    copy_broadcast(ctx, "clone", self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
