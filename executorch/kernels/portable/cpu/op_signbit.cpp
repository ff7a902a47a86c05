#include <executorch/kernels/portable/cpu/util/unary.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct SignBit {
  bool operator()(C x) const { return std::signbit(x); }
};

}  // namespace

Tensor& signbit_out(KernelRuntimeContext& ctx, const Tensor& self,
                    Tensor& out) {
  if (compute_type(self.scalar_type()) == ScalarType::Long) {
    if (check_same_dtype(ctx, "signbit", out, ScalarType::Bool)) {
      run_unary<int64_t>(
          ctx, "signbit", self, ScalarType::Bool,
          [](int64_t x) { return x < 0; }, out);
    }
    return out;
  }
  return predicate_out<SignBit>(ctx, "signbit", self, out);
}

}  // namespace executorch::kernels::portable
