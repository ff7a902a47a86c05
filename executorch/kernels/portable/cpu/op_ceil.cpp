#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

struct Ceil {
  template <class C>
  static C apply(C x) {
    return std::ceil(x);
  }
};

}  // namespace

Tensor& ceil_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return rounding_out<Ceil>(ctx, "ceil", self, out);
}

}  // namespace executorch::kernels::portable
