#include <executorch/kernels/portable/cpu/util/real_functions.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

struct Round {
  template <class C>
  static C apply(C x) {
    return std::nearbyint(x);
  }
};

}  // namespace

Tensor& round_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return rounding_out<Round>(ctx, "round", self, out);
}

}  // namespace executorch::kernels::portable
