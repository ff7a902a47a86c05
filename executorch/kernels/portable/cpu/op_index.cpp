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
  const size_t nbytes = runtime::elementSize(self.scalar_type());
  const auto step = static_cast<int64_t>(nbytes);
  const BlockCopy copy(plan.block(result.strides[0]), nbytes);
  const char* from = static_cast<const char*>(self.const_data_ptr());
  char* to = static_cast<char*>(out.mutable_data_ptr());
  plan.for_each(result.strides[0], [&](int64_t at, int64_t source) {
    copy(to + at * step, from + source * step);
  });
  return out;
}

}  // namespace executorch::kernels::portable
