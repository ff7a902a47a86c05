#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

namespace {

template <class C>
void merge_products(void* totals, const void* values, size_t n) {
  auto* to = static_cast<C*>(totals);
  const auto* from = static_cast<const C*>(values);
  for (size_t i = 0; i < n; ++i) {
    to[i] *= from[i];
  }
}

template <class C>
void fold_product(void* totals, const void* values, size_t n) {
  const auto* from = static_cast<const C*>(values);
  C total = *static_cast<C*>(totals);
  for (size_t i = 0; i < n; ++i) {
    total *= from[i];
  }
  *static_cast<C*>(totals) = total;
}

/// Products of integers are taken modulo 2^64.
template <class C>
void set_product(Reducer& reducer) {
  reducer.merge = merge_products<C>;
  reducer.fold = fold_product<C>;
  reducer.initial = initial_bits(C(1));
}

void reduce_product(KernelRuntimeContext& ctx, const Tensor& self,
                    std::optional<IntArrayRef> dims, bool keepdim,
                    std::optional<ScalarType> dtype, Tensor& out) {
  Reducer reducer;
  if (is_floating(out.scalar_type())) {
    reducer.compute = ScalarType::Double;
    set_product<double>(reducer);
  } else {
    reducer.compute = ScalarType::Long;
    set_product<uint64_t>(reducer);
  }
  if (!dtype || check_same_dtype(ctx, "prod", out, *dtype)) {
    run_reduction(ctx, "prod", self, dims, keepdim, reducer, out);
  }
}

}  // namespace

Tensor& prod_out(KernelRuntimeContext& ctx, const Tensor& self,
                 std::optional<ScalarType> dtype, Tensor& out) {
  reduce_product(ctx, self, std::nullopt, false, dtype, out);
  return out;
}

Tensor& prod_int_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                     bool keepdim, std::optional<ScalarType> dtype,
                     Tensor& out) {
  reduce_product(ctx, self, IntArrayRef(&dim, 1), keepdim, dtype, out);
  return out;
}

}  // namespace executorch::kernels::portable
