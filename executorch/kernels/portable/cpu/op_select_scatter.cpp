#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& select_scatter_out(KernelRuntimeContext& ctx, const Tensor& self,
                           const Tensor& src, int64_t dim, int64_t index,
                           Tensor& out) {
  TensorPart part;
  if (select_part(ctx, "select_scatter", self, dim, index, part)) {
    copy_into_part(ctx, "select_scatter", self, src, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
