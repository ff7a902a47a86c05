#include <executorch/kernels/portable/cpu/util/triangle.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& tril_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t diagonal,
                 Tensor& out) {
  keep_triangle(ctx, "tril", self, diagonal, true, out);
  return out;
}

}  // namespace executorch::kernels::portable
