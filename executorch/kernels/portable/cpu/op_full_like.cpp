#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& full_like_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Scalar& fill_value,
                      std::optional<aten::MemoryFormat>, Tensor& out) {
  if (resize_out(ctx, "full_like", sizes_of(self), out)) {
    fill(ctx, "full_like", fill_value, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
