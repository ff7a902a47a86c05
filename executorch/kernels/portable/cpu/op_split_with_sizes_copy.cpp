#include <executorch/kernels/portable/cpu/util/split.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

void split_with_sizes_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                               IntArrayRef split_sizes, int64_t dim,
                               ArrayRef<Tensor> out) {
  split_to(ctx, "split_with_sizes_copy", self, split_sizes, 0, dim, out);
}

}  // namespace executorch::kernels::portable
