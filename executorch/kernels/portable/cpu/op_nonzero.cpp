#include <executorch/kernels/portable/cpu/util/masked.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& nonzero_out(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  list_nonzero(ctx, "nonzero", self, out);
  return out;
}

}  // namespace executorch::kernels::portable
