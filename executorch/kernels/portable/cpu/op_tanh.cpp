#include <executorch/kernels/portable/cpu/util/math.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Tanh {
  template <class C>
  static C apply(C x) {
    return vector_tanh(x);
  }
};

}  // namespace

Tensor& tanh_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return float_unary_out<Tanh>(ctx, "tanh", self, out);
}

}  // namespace executorch::kernels::portable
