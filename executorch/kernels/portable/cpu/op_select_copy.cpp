#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& select_copy_int_out(KernelRuntimeContext& ctx, const Tensor& self,
                            int64_t dim, int64_t index, Tensor& out) {
  TensorPart part;
  if (select_part(ctx, "select_copy", self, dim, index, part)) {
    copy_from_part(ctx, "select_copy", self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
