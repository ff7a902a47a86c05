#include <executorch/kernels/portable/cpu/util/search.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& bucketize_tensor_out(KernelRuntimeContext& ctx, const Tensor& self,
                             const Tensor& boundaries, bool out_int32,
                             bool right, Tensor& out) {
  constexpr const char* kOp = "bucketize";
  if (boundaries.dim() != 1) {
    ET_LOG(Error, "%s: boundaries of rank %zd, expected 1", kOp,
           boundaries.dim());
    ctx.fail(Error::InvalidArgument);
  } else if (check_same_dtype(ctx, kOp, out,
                              out_int32 ? ScalarType::Int
                                        : ScalarType::Long)) {
    search_sorted(ctx, kOp, boundaries, self, right, std::nullopt, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
