#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct NotEqual {
  bool operator()(C a, C b) const { return a != b; }
};

}  // namespace

Tensor& ne_out(KernelRuntimeContext& ctx, const Tensor& self,
               const Tensor& other, Tensor& out) {
  run_comparison<NotEqual>(ctx, "ne", self, other, out);
  return out;
}

Tensor& ne_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                      const Scalar& other, Tensor& out) {
  run_comparison<NotEqual>(ctx, "ne", self, other, out);
  return out;
}

}  // namespace executorch::kernels::portable
