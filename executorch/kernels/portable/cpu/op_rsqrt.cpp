#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

struct Rsqrt {
  template <class C>
  static C apply(C x) {
    return C(1) / std::sqrt(x);
  }
};

}  // namespace

Tensor& rsqrt_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return float_unary_out<Rsqrt>(ctx, "rsqrt", self, out);
}

}  // namespace executorch::kernels::portable
