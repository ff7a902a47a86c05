#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

namespace {

void reduce_variance(KernelRuntimeContext& ctx, const Tensor& self,
                     std::optional<IntArrayRef> dims, bool keepdim,
                     double correction, Tensor& out) {
  if (check_floating(ctx, "var", self) && check_floating(ctx, "var", out)) {
    run_reduction(ctx, "var", self, dims, keepdim, variance_reducer(correction),
                  out);
  }
}

}  // namespace

Tensor& var_out(KernelRuntimeContext& ctx, const Tensor& self,
                std::optional<IntArrayRef> dim, bool unbiased, bool keepdim,
                Tensor& out) {
  reduce_variance(ctx, self, dim, keepdim, unbiased ? 1 : 0, out);
  return out;
}

Tensor& var_correction_out(KernelRuntimeContext& ctx, const Tensor& self,
                           std::optional<IntArrayRef> dim,
                           const std::optional<Scalar>& correction,
                           bool keepdim, Tensor& out) {
  reduce_variance(ctx, self, dim, keepdim,
                  correction ? scalar_to_double(*correction) : 1, out);
  return out;
}

}  // namespace executorch::kernels::portable
