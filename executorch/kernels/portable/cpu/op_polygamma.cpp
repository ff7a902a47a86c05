#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <executorch/kernels/portable/cpu/util/special.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& polygamma_out(KernelRuntimeContext& ctx, int64_t n, const Tensor& self,
                      Tensor& out) {
  if (n < 0 || n > 100) {
    ET_LOG(Error, "polygamma: order %" PRId64 ", expected 0 to 100", n);
    ctx.fail(Error::InvalidArgument);
    return out;
  }
  const ScalarType dtype = self.scalar_type();
  const ScalarType common = is_floating(dtype) ? dtype : ScalarType::Float;
  if (compute_type(dtype) == ScalarType::Undefined) {
    refuse_dtype(ctx, "polygamma", dtype);
  } else if (check_can_cast(ctx, "polygamma", common, out)) {
    run_unary<double>(
        ctx, "polygamma", self, common,
        [n](double x) { return polygamma(n, x); }, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
