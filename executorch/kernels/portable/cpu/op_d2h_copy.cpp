#include <executorch/kernels/portable/cpu/util/device_copy.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _d2h_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                      Tensor& out) {
  copy_across(ctx, "_d2h_copy", self, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
