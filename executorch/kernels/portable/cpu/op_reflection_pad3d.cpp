#include <executorch/kernels/portable/cpu/util/edge_pad.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& reflection_pad3d_out(KernelRuntimeContext& ctx, const Tensor& self,
                             IntArrayRef padding, Tensor& out) {
  pad_edges(ctx, "reflection_pad3d", self, padding, 3, true, out);
  return out;
}

}  // namespace executorch::kernels::portable
