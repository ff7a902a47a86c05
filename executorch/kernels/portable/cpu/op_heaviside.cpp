#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Heaviside {
  C operator()(C x, C at_zero) const {
    return x == C(0) ? at_zero : C(x > C(0) ? 1 : 0);
  }
};

}  // namespace

Tensor& heaviside_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Tensor& values, Tensor& out) {
  const Operand a(self);
  const Operand b(values);
  const ScalarType common = check_result_type(ctx, "heaviside", {&a, &b}, out);
  if (common != ScalarType::Undefined) {
    run_arithmetic<Heaviside>(ctx, "heaviside", a, b, common, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
