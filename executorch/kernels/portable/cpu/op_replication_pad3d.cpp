#include <executorch/kernels/portable/cpu/util/edge_pad.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& replication_pad3d_out(KernelRuntimeContext& ctx, const Tensor& self,
                              IntArrayRef padding, Tensor& out) {
  pad_edges(ctx, "replication_pad3d", self, padding, 3, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
