#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _clone_dim_order_out(KernelRuntimeContext& ctx, const Tensor& self,
                             bool non_blocking,
                             std::optional<IntArrayRef> dim_order,
                             Tensor& out) {
  constexpr const char* kOp = "_clone_dim_order";
  if (check_blocking(ctx, kOp, non_blocking) &&
      check_movable(ctx, kOp, self, out) &&
      resize_out(ctx, kOp, sizes_of(self), out) &&
      check_dim_order(ctx, kOp, dim_order, self, out)) {
    copy_broadcast(ctx, kOp, self, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
