#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

struct Trunc {
  template <class C>
  static C apply(C x) {
    return std::trunc(x);
  }
};

}  // namespace

Tensor& trunc_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return rounding_out<Trunc>(ctx, "trunc", self, out);
}

}  // namespace executorch::kernels::portable
