#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

void divide_by_count(void* totals, size_t n, int64_t count) {
  auto* values = static_cast<double*>(totals);
  for (size_t i = 0; i < n; ++i) {
    values[i] /= static_cast<double>(count);
  }
}

}  // namespace

Tensor& mean_dim_out(KernelRuntimeContext& ctx, const Tensor& self,
                     std::optional<IntArrayRef> dim, bool keepdim,
                     std::optional<ScalarType> dtype, Tensor& out) {
  if (!check_floating(ctx, "mean", out) ||
      (dtype ? !check_same_dtype(ctx, "mean", out, *dtype)
             : !check_floating(ctx, "mean", self))) {
    return out;
  }
  Reducer reducer = sum_reducer(out.scalar_type());
  reducer.finish = divide_by_count;
  run_reduction(ctx, "mean", self, dim, keepdim, reducer, out);
  return out;
}

}  // namespace executorch::kernels::portable
