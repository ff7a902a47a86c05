#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

void divide(KernelRuntimeContext& ctx, const Operand& self,
            const Operand& other, Tensor& out) {
  const ScalarType promoted = result_type({&self, &other});
  if (promoted == ScalarType::Undefined) {
    refuse_dtype(ctx, "div", self.tensor()->scalar_type());
    return;
  }
  const ScalarType common =
      is_floating(promoted) ? promoted : ScalarType::Float;
  if (!check_can_cast(ctx, "div", common, out)) {
    return;
  }
  if (common == ScalarType::Double) {
    run_binary<double>(
        ctx, "div", self, other, common,
        [](double a, double b) { return a / b; }, out);
  } else {
    run_binary<float>(
        ctx, "div", self, other, common, [](float a, float b) { return a / b; },
        out);
  }
}

}  // namespace

Tensor& div_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, Tensor& out) {
  divide(ctx, self, other, out);
  return out;
}

Tensor& div_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& other, Tensor& out) {
  divide(ctx, self, other, out);
  return out;
}

}  // namespace executorch::kernels::portable
