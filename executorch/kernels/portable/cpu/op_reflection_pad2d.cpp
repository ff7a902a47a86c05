#include <executorch/kernels/portable/cpu/util/edge_pad.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& reflection_pad2d_out(KernelRuntimeContext& ctx, const Tensor& self,
                             IntArrayRef padding, Tensor& out) {
  pad_edges(ctx, "reflection_pad2d", self, padding, 2, true, out);
  return out;
}

}  // namespace executorch::kernels::portable
