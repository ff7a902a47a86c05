#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& logical_xor_out(KernelRuntimeContext& ctx, const Tensor& self,
                        const Tensor& other, Tensor& out) {
  run_binary<bool>(
      ctx, "logical_xor", self, other, ScalarType::Bool,
      [](bool a, bool b) { return a != b; }, out);
  return out;
}

}  // namespace executorch::kernels::portable
