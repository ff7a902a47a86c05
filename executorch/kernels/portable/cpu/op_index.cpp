#include <executorch/kernels/portable/cpu/util/indexing.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& index_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                         ArrayRef<std::optional<Tensor>> indices, Tensor& out) {
  constexpr const char* kOp = "index";
  IndexPlan plan;
  if (!check_movable(ctx, kOp, self, out) ||
      !plan.init(ctx, kOp, self, indices) ||
      !resize_out(ctx, kOp, plan.shape(), out) || out.numel() == 0) {
    return out;
  }
  const LoopNest result = nest_over(out);
  const LoopNest block = plan.block(result.strides[0]);
  for (int64_t p = 0; p < plan.positions(); ++p) {
    copy_part(ctx, kOp, block, out, plan.result_offset(p, result.strides[0]),
              self, plan.self_offset(p));
  }
  return out;
}

}  // namespace executorch::kernels::portable
