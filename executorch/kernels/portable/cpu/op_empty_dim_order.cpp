#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _empty_dim_order_out(KernelRuntimeContext& ctx, IntArrayRef size,
                             std::optional<IntArrayRef> dim_order,
                             Tensor& out) {
  constexpr const char* kOp = "_empty_dim_order";
  Sizes sizes;
  if (sizes_from(ctx, kOp, size, sizes) && resize_out(ctx, kOp, sizes, out)) {
    check_dim_order(ctx, kOp, dim_order, out, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
