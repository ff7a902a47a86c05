#include <executorch/kernels/portable/cpu/util/math.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Exp {
  template <class C>
  static C apply(C x) {
    return vector_exp(x);
  }
};

}  // namespace

Tensor& exp_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return float_unary_out<Exp>(ctx, "exp", self, out);
}

}  // namespace executorch::kernels::portable
