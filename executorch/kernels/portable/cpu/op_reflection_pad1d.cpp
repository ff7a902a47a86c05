#include <executorch/kernels/portable/cpu/util/edge_pad.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& reflection_pad1d_out(KernelRuntimeContext& ctx, const Tensor& self,
                             IntArrayRef padding, Tensor& out) {
  pad_edges(ctx, "reflection_pad1d", self, padding, 1, true, out);
  return out;
}

}  // namespace executorch::kernels::portable
