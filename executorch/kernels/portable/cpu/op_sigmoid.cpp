#include <executorch/kernels/portable/cpu/util/math.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

struct Sigmoid {
  template <class C>
  static C apply(C x) {
    return vector_sigmoid(x);
  }
};

}  // namespace

Tensor& sigmoid_out(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  return float_unary_out<Sigmoid>(ctx, "sigmoid", self, out);
}

}  // namespace executorch::kernels::portable
