#include <executorch/kernels/portable/cpu/util/unique.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

/// Along a dimension all results are given, asked for or not.
std::tuple<Tensor&, Tensor&, Tensor&> unique_consecutive_out(
    KernelRuntimeContext& ctx, const Tensor& self, bool return_inverse,
    bool return_counts, std::optional<int64_t> dim, Tensor& out0, Tensor& out1,
    Tensor& out2) {
  find_unique(ctx, "unique_consecutive", self,
              {dim, false, return_inverse || dim, return_counts || dim}, out0,
              out1, out2);
  return {out0, out1, out2};
}

}  // namespace executorch::kernels::portable
