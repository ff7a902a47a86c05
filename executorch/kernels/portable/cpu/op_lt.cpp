#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Less {
  bool operator()(C a, C b) const { return a < b; }
};

}  // namespace

Tensor& lt_out(KernelRuntimeContext& ctx, const Tensor& self,
               const Tensor& other, Tensor& out) {
  run_comparison<Less>(ctx, "lt", self, other, out);
  return out;
}

Tensor& lt_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Scalar& other, Tensor& out) {
  run_comparison<Less>(ctx, "lt", self, other, out);
  return out;
}

}  // namespace executorch::kernels::portable
