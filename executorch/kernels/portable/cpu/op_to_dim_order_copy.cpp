#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _to_dim_order_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                               bool non_blocking,
                               std::optional<IntArrayRef> dim_order,
                               Tensor& out) {
  constexpr const char* kOp = "_to_dim_order_copy";
  if (check_blocking(ctx, kOp, non_blocking) &&
      resize_out(ctx, kOp, sizes_of(self), out) &&
      check_dim_order(ctx, kOp, dim_order, self, out)) {
    if (is_complex(self) != is_complex(out) ||
        (is_complex(self) && self.scalar_type() != out.scalar_type())) {
      copy_complex(ctx, kOp, self, out);
    } else {
      copy_broadcast(ctx, kOp, self, out);
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
