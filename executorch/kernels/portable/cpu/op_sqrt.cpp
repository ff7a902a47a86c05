#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

struct Sqrt {
  template <class C>
  static C apply(C x) {
    return std::sqrt(x);
  }
};

}  // namespace

Tensor& sqrt_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return float_unary_out<Sqrt>(ctx, "sqrt", self, out);
}

}  // namespace executorch::kernels::portable
