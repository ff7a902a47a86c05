#include <executorch/kernels/portable/cpu/util/reduce.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

namespace {

/// An empty list of dims reduces none of them.
void reduce_any(KernelRuntimeContext& ctx, const Tensor& self,
                std::optional<IntArrayRef> dims, bool keepdim, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  if (dims && dims->empty()) {
    if (resize_out(ctx, "any", sizes_of(self), out)) {
      run_unary<bool>(
          ctx, "any", self, ScalarType::Bool, [](bool x) { return x; }, out);
    }
  } else if (dtype == ScalarType::Bool || dtype == ScalarType::Byte) {
    run_reduction(ctx, "any", self, dims, keepdim, any_reducer(), out);
  } else {
    refuse_dtype(ctx, "any: out", dtype);
  }
}

}  // namespace

Tensor& any_out(KernelRuntimeContext& ctx, const Tensor& self, int64_t dim,
                bool keepdim, Tensor& out) {
  reduce_any(ctx, self, IntArrayRef(&dim, 1), keepdim, out);
  return out;
}

Tensor& any_dims_out(KernelRuntimeContext& ctx, const Tensor& self,
                     std::optional<IntArrayRef> dim, bool keepdim,
                     Tensor& out) {
  reduce_any(ctx, self, dim, keepdim, out);
  return out;
}

Tensor& any_all_out(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  reduce_any(ctx, self, std::nullopt, false, out);
  return out;
}

}  // namespace executorch::kernels::portable
