#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

namespace {

void reduce_mean(KernelRuntimeContext& ctx, const Tensor& self,
                 std::optional<IntArrayRef> dims, bool keepdim,
                 std::optional<ScalarType> dtype, Tensor& out) {
  if (check_floating(ctx, "mean", out) &&
      (dtype ? check_same_dtype(ctx, "mean", out, *dtype)
             : check_floating(ctx, "mean", self))) {
    run_reduction(ctx, "mean", self, dims, keepdim, mean_reducer(), out);
  }
}

}  // namespace

Tensor& mean_dim_out(KernelRuntimeContext& ctx, const Tensor& self,
                     std::optional<IntArrayRef> dim, bool keepdim,
                     std::optional<ScalarType> dtype, Tensor& out) {
  reduce_mean(ctx, self, dim, keepdim, dtype, out);
  return out;
}

Tensor& mean_dtype_out(KernelRuntimeContext& ctx, const Tensor& self,
                       std::optional<ScalarType> dtype, Tensor& out) {
  reduce_mean(ctx, self, std::nullopt, false, dtype, out);
  return out;
}

}  // namespace executorch::kernels::portable
