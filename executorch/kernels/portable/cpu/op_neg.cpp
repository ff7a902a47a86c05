#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Negative {
  C operator()(C x) const {
    if constexpr (std::is_integral_v<C>) {
      return wrap_mul(x, -1);
    } else {
      return -x;
    }
  }
};

}  // namespace

Tensor& neg_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return arithmetic_unary_out<Negative>(ctx, "neg", self, out);
}

}  // namespace executorch::kernels::portable
