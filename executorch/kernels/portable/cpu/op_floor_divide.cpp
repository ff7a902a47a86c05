#include <executorch/kernels/portable/cpu/util/division.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& floor_divide_out(KernelRuntimeContext& ctx, const Tensor& self,
                         const Tensor& other, Tensor& out) {
  run_integer_like<FloorQuotient>(ctx, "floor_divide", self, other, out);
  return out;
}

}  // namespace executorch::kernels::portable
