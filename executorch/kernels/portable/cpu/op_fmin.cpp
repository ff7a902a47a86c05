#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// A NaN loses against a number.
template <class C>
struct NumberMinimum {
  C operator()(C a, C b) const {
    const C chosen = a < b ? a : b;
    return b == b ? chosen : a;
  }
};

}  // namespace

Tensor& fmin_out(KernelRuntimeContext& ctx, const Tensor& self,
                 const Tensor& other, Tensor& out) {
  const Operand a(self);
  const Operand b(other);
  const ScalarType common = check_result_type(ctx, "fmin", {&a, &b}, out);
  if (common != ScalarType::Undefined) {
    run_arithmetic<NumberMinimum>(ctx, "fmin", a, b, common, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
