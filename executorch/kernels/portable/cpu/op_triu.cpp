#include <executorch/kernels/portable/cpu/util/triangle.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& triu_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t diagonal,
                 Tensor& out) {
  keep_triangle(ctx, "triu", self, diagonal, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
