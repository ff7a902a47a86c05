#include <executorch/kernels/portable/cpu/util/unique.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

/// As ATen: sorted, with inverse and counts, whatever is asked for.
std::tuple<Tensor&, Tensor&, Tensor&> unique_dim_out(
    KernelRuntimeContext& ctx, const Tensor& self, int64_t dim, bool, bool,
    bool, Tensor& out0, Tensor& out1, Tensor& out2) {
  find_unique(ctx, "unique_dim", self, {dim, true, true, true}, out0, out1,
              out2);
  return {out0, out1, out2};
}

}  // namespace executorch::kernels::portable
