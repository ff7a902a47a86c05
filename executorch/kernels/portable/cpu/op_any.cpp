#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

void merge_any(void* totals, const void* values, size_t n) {
  auto* to = static_cast<bool*>(totals);
  const auto* from = static_cast<const bool*>(values);
  for (size_t i = 0; i < n; ++i) {
    to[i] = to[i] || from[i];
  }
}

void fold_any(void* totals, const void* values, size_t n) {
  const auto* from = static_cast<const bool*>(values);
  bool found = *static_cast<bool*>(totals);
  for (size_t i = 0; i < n; ++i) {
    found = found || from[i];
  }
  *static_cast<bool*>(totals) = found;
}

}  // namespace

Tensor& any_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                bool keepdim, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  if (dtype != ScalarType::Bool && dtype != ScalarType::Byte) {
    refuse_dtype(ctx, "any: out", dtype);
    return out;
  }
  Reducer reducer;
  reducer.compute = ScalarType::Bool;
  reducer.merge = merge_any;
  reducer.fold = fold_any;
  run_reduction(ctx, "any", self, IntArrayRef(&dim, 1), keepdim, reducer, out);
  return out;
}

}  // namespace executorch::kernels::portable
