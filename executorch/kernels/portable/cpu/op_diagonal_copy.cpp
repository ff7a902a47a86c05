#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& diagonal_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                          int64_t offset, int64_t dim1, int64_t dim2,
                          Tensor& out) {
  TensorPart part;
  if (diagonal_part(ctx, "diagonal_copy", self, offset, dim1, dim2, part)) {
    copy_from_part(ctx, "diagonal_copy", self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
