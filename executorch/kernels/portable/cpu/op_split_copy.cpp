#include <executorch/kernels/portable/cpu/util/split.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

void split_copy_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                           int64_t split_size, int64_t dim,
                           ArrayRef<Tensor> out) {
  split_to(ctx, "split_copy", self, std::nullopt, split_size, dim, out);
}

}  // namespace executorch::kernels::portable
