#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& transpose_copy_int_out(KernelRuntimeContext& ctx, const Tensor& self,
                               int64_t dim0, int64_t dim1, Tensor& out) {
  TensorPart part;
  if (transposed_part(ctx, "transpose_copy", self, dim0, dim1, part)) {
    copy_from_part(ctx, "transpose_copy", self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
