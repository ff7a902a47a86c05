#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

/// 0 for NaN, as in PyTorch.
template <class C>
struct Sign {
  C operator()(C x) const { return C(x > C(0) ? 1 : 0) - C(x < C(0) ? 1 : 0); }
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
