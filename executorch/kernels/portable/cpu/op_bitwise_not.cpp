#include <executorch/kernels/portable/cpu/util/bitwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& bitwise_not_out(KernelRuntimeContext& ctx, const Tensor& self,
                        Tensor& out) {
  const Operand operand(self);
  const ScalarType common =
      check_bits(ctx, "bitwise_not", operand, operand, out);
  if (common == ScalarType::Bool) {
    run_unary<bool>(
        ctx, "bitwise_not", self, common, [](bool x) { return !x; }, out);
  } else if (common != ScalarType::Undefined) {
    run_unary<int64_t>(
        ctx, "bitwise_not", self, common, [](int64_t x) { return ~x; }, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
