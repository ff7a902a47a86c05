#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& slice_copy_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                              int64_t dim, std::optional<int64_t> start,
                              std::optional<int64_t> end, int64_t step,
                              Tensor& out) {
  TensorPart part;
  if (slice_part(ctx, "slice_copy", self, dim, start, end, step, part)) {
    copy_from_part(ctx, "slice_copy", self, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
