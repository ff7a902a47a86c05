#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& diagonal_scatter_out(KernelRuntimeContext& ctx, const Tensor& self,
                             const Tensor& src, int64_t offset, int64_t dim1,
                             int64_t dim2, Tensor& out) {
  TensorPart part;
  if (diagonal_part(ctx, "diagonal_scatter", self, offset, dim1, dim2, part)) {
    copy_into_part(ctx, "diagonal_scatter", self, src, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
