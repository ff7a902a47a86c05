#include <executorch/kernels/portable/cpu/util/edge_pad.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& replication_pad2d_out(KernelRuntimeContext& ctx, const Tensor& self,
                              IntArrayRef padding, Tensor& out) {
  pad_edges(ctx, "replication_pad2d", self, padding, 2, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
