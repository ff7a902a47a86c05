#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

void unbind_copy_int_out(KernelRuntimeContext& ctx, const Tensor& self,
                         int64_t dim, ArrayRef<Tensor> out) {
  constexpr const char* kOp = "unbind_copy";
  size_t axis = 0;
  if (!check_axis(ctx, kOp, dim, self, axis)) {
    return;
  }
  const int64_t count = self.dim() == 0 ? -1 : self.sizes()[axis];
  if (static_cast<int64_t>(out.size()) != count) {
    ET_LOG(Error, "%s: %zu results, expected %" PRId64, kOp, out.size(), count);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  for (size_t i = 0; i < out.size(); ++i) {
    TensorPart part;
    Tensor to = out[i];
    if (!select_part(ctx, kOp, self, dim, static_cast<int64_t>(i), part)) {
      return;
    }
    copy_from_part(ctx, kOp, self, part, to);
    if (ctx.failure_state() != Error::Ok) {
      return;
    }
  }
}

}  // namespace executorch::kernels::portable
