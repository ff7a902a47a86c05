#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

struct Floor {
  template <class C>
  static C apply(C x) {
    return std::floor(x);
  }
};

}  // namespace

Tensor& floor_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return rounding_out<Floor>(ctx, "floor", self, out);
}

}  // namespace executorch::kernels::portable
