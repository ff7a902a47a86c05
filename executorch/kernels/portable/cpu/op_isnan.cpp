#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct IsNan {
  bool operator()(C x) const { return x != x; }
};

}  // namespace

Tensor& isnan_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return predicate_out<IsNan>(ctx, "isnan", self, out);
}

}  // namespace executorch::kernels::portable
