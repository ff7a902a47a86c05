#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Reciprocal {
  template <class C>
  static C apply(C x) {
    return C(1) / x;
  }
};

}  // namespace

Tensor& reciprocal_out(KernelRuntimeContext& ctx, const Tensor& self,
                       Tensor& out) {
  return float_unary_out<Reciprocal>(ctx, "reciprocal", self, out);
}

}  // namespace executorch::kernels::portable
