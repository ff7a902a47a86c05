#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
struct Multiply {
  C operator()(C a, C b) const {
    if constexpr (std::is_integral_v<C>) {
      return wrap_mul(a, b);
    } else {
      return a * b;
    }
  }
};

void multiply(KernelRuntimeContext& ctx, const Operand& self,
              const Operand& other, Tensor& out) {
  const ScalarType common = check_result_type(ctx, "mul", {&self, &other}, out);
  if (common != ScalarType::Undefined) {
    run_arithmetic<Multiply>(ctx, "mul", self, other, common, out);
  }
}

}  // namespace

Tensor& mul_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, Tensor& out) {
  if (is_complex(self)) {
    run_complex(
        ctx, "mul", self, other, 1,
        [](Complex a, Complex b, double) { return a * b; }, out);
    return out;
  }
  multiply(ctx, self, other, out);
  return out;
}

Tensor& mul_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& other, Tensor& out) {
  multiply(ctx, self, other, out);
  return out;
}

}  // namespace executorch::kernels::portable
