#include <executorch/kernels/portable/cpu/util/scatter.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& scatter_add_out(KernelRuntimeContext& ctx, const Tensor& self,
                        int64_t dim, const Tensor& index, const Tensor& src,
                        Tensor& out) {
  scatter_combine(ctx, "scatter_add", self, dim, index, src, Combine::kAdd,
                  false, out);
  return out;
}

}  // namespace executorch::kernels::portable
