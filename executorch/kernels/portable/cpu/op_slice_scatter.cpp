#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& slice_scatter_out(KernelRuntimeContext& ctx, const Tensor& self,
                          const Tensor& src, int64_t dim,
                          std::optional<int64_t> start,
                          std::optional<int64_t> end, int64_t step,
                          Tensor& out) {
  TensorPart part;
  if (slice_part(ctx, "slice_scatter", self, dim, start, end, step, part)) {
    copy_into_part(ctx, "slice_scatter", self, src, part, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
