#include <executorch/kernels/portable/cpu/util/unique.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

/// The result is sorted, whether that is asked for or not.
std::tuple<Tensor&, Tensor&, Tensor&> _unique2_out(
    KernelRuntimeContext& ctx, const Tensor& self, bool, bool return_inverse,
    bool return_counts, Tensor& out0, Tensor& out1, Tensor& out2) {
  find_unique(ctx, "_unique2", self,
              {std::nullopt, true, return_inverse, return_counts}, out0, out1,
              out2);
  return {out0, out1, out2};
}

}  // namespace executorch::kernels::portable
