#include <executorch/kernels/portable/cpu/util/device_copy.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _h2d_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                      Tensor& out) {
  copy_across(ctx, "_h2d_copy", self, true, out);
  return out;
}

}  // namespace executorch::kernels::portable
