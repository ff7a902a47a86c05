#include <executorch/kernels/portable/cpu/util/arithmetic.h>
#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& add_out(KernelRuntimeContext& ctx, const Tensor& self,
                const Tensor& other, const Scalar& alpha, Tensor& out) {
  if (is_complex(self)) {
    run_complex(
        ctx, "add", self, other, scalar_to_double(alpha),
        [](Complex a, Complex b, double factor) {
          return a + Complex(b.real() * factor, b.imag() * factor);
        },
        out);
    return out;
  }
  add_scaled(ctx, "add", self, other, alpha, 1, out);
  return out;
}

Tensor& add_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                       const Scalar& other, const Scalar& alpha, Tensor& out) {
  add_scaled(ctx, "add", self, other, alpha, 1, out);
  return out;
}

}  // namespace executorch::kernels::portable
