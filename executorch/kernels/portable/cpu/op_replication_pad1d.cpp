#include <executorch/kernels/portable/cpu/util/edge_pad.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& replication_pad1d_out(KernelRuntimeContext& ctx, const Tensor& self,
                              IntArrayRef padding, Tensor& out) {
  pad_edges(ctx, "replication_pad1d", self, padding, 1, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
