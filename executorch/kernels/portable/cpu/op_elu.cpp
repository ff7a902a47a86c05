#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

template <class C>
void run_elu(KernelRuntimeContext& ctx, const Tensor& self, const Scalar& alpha,
             const Scalar& scale, const Scalar& input_scale, Tensor& out) {
  const C positive = scalar_to<C>(scale);
  const C negative = scalar_to<C>(alpha) * positive;
  const C inner = scalar_to<C>(input_scale);
  const auto elu = [positive, negative, inner](C x) {
    return x > C(0) ? x * positive : std::expm1(x * inner) * negative;
  };
  run_unary<C>(ctx, "elu", self, self.scalar_type(), elu, out);
}

}  // namespace

Tensor& elu_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Scalar& alpha, const Scalar& scale,
                const Scalar& input_scale, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  if (!check_floating(ctx, "elu", self) ||
      !check_same_dtype(ctx, "elu", out, dtype)) {
    return out;
  }
  if (dtype == ScalarType::Double) {
    run_elu<double>(ctx, self, alpha, scale, input_scale, out);
  } else {
    run_elu<float>(ctx, self, alpha, scale, input_scale, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
