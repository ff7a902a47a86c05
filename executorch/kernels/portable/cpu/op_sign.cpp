#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// A NaN stays, as in ExecuTorch; eager PyTorch gives 0.
template <class C>
struct Sign {
  C operator()(C x) const {
    const C sign = C(x > C(0) ? 1 : 0) - C(x < C(0) ? 1 : 0);
    return x == x ? sign : x;
  }
};

}  // namespace

Tensor& sign_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (self.scalar_type() == ScalarType::Bool) {
    run_unary<bool>(
        ctx, "sign", self, ScalarType::Bool, [](bool x) { return x; }, out);
    return out;
  }
  return arithmetic_unary_out<Sign>(ctx, "sign", self, out);
}

}  // namespace executorch::kernels::portable
