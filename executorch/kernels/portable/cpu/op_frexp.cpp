#include <executorch/kernels/portable/cpu/util/pointwise.h>
#include <executorch/kernels/portable/kernels.h>

#include <cmath>

namespace executorch::kernels::portable {
namespace {

double mantissa_of(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent);
}

int64_t exponent_of(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::isfinite(x) ? exponent : 0;
}

}  // namespace

std::tuple<Tensor&, Tensor&> frexp_out(KernelRuntimeContext& ctx,
                                       const Tensor& self, Tensor& mantissa,
                                       Tensor& exponent) {
  std::tuple<Tensor&, Tensor&> results(mantissa, exponent);
  const ScalarType dtype = self.scalar_type();
  if (!check_floating(ctx, "frexp", self) ||
      !check_same_dtype(ctx, "frexp", mantissa, dtype) ||
      !check_same_dtype(ctx, "frexp", exponent, ScalarType::Int)) {
    return results;
  }
  if (run_unary<double>(ctx, "frexp", self, ScalarType::Int, exponent_of,
                        exponent)) {
    run_unary<double>(ctx, "frexp", self, dtype, mantissa_of, mantissa);
  }
  return results;
}

}  // namespace executorch::kernels::portable
