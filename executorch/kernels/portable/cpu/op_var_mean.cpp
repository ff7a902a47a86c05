#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

std::tuple<Tensor&, Tensor&> var_mean_correction_out(
    KernelRuntimeContext& ctx, const Tensor& self,
    std::optional<IntArrayRef> dim, const std::optional<Scalar>& correction,
    bool keepdim, Tensor& out0, Tensor& out1) {
  constexpr const char* kOp = "var_mean";
  const double less = correction ? scalar_to_double(*correction) : 1;
  if (check_floating(ctx, kOp, self) && check_floating(ctx, kOp, out0) &&
      check_same_dtype(ctx, kOp, out1, out0.scalar_type()) &&
      run_reduction(ctx, kOp, self, dim, keepdim, variance_reducer(less),
                    out0)) {
    run_reduction(ctx, kOp, self, dim, keepdim, mean_reducer(), out1);
  }
  return {out0, out1};
}

}  // namespace executorch::kernels::portable
