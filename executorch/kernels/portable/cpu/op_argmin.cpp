#include <executorch/kernels/portable/cpu/util/extremes.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& argmin_out(KernelRuntimeContext& ctx, const Tensor& self,
                    std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  find_extremes(ctx, "argmin", self, dim, keepdim, false, nullptr, out);
  return out;
}

}  // namespace executorch::kernels::portable
