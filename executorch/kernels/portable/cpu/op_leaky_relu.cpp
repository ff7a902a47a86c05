#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {
namespace {

template <class C>
void run_leaky_relu(KernelRuntimeContext& ctx, const Tensor& self,
                    const Scalar& negative_slope, Tensor& out) {
  const C slope = scalar_to<C>(negative_slope);
  run_unary<C>(
      ctx, "leaky_relu", self, self.scalar_type(),
      [slope](C x) { return x > C(0) ? x : x * slope; }, out);
}

}  // namespace

Tensor& leaky_relu_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& negative_slope, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  if (!check_floating(ctx, "leaky_relu", self) ||
      !check_same_dtype(ctx, "leaky_relu", out, dtype) ||
      !check_fits(ctx, "leaky_relu", negative_slope, dtype)) {
    return out;
  }
  if (dtype == ScalarType::Double) {
    run_leaky_relu<double>(ctx, self, negative_slope, out);
  } else {
    run_leaky_relu<float>(ctx, self, negative_slope, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
