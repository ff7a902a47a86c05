#include <executorch/kernels/portable/cpu/util/softmax.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _softmax_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                     bool half_to_float, Tensor& out) {
  softmax_to(ctx, "_softmax", self, dim, half_to_float, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
