#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// A NaN on either side stays.
template <class C>
struct Maximum {
  C operator()(C a, C b) const {
    const C chosen = a > b ? a : b;
    return a == a ? chosen : a;
  }
};

}  // namespace

Tensor& maximum_out(KernelRuntimeContext& ctx, const Tensor& self,
                    const Tensor& other, Tensor& out) {
  const Operand a(self);
  const Operand b(other);
  const ScalarType common = check_result_type(ctx, "maximum", {&a, &b}, out);
  if (common != ScalarType::Undefined) {
    run_arithmetic<Maximum>(ctx, "maximum", a, b, common, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
