#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>
#include <limits>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct IsInf {
  bool operator()(C x) const {
    return std::abs(x) == std::numeric_limits<C>::infinity();
  }
};

}  // namespace

Tensor& isinf_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return predicate_out<IsInf>(ctx, "isinf", self, out);
}

}  // namespace executorch::kernels::portable
