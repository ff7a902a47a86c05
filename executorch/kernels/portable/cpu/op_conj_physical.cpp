#include <executorch/kernels/portable/cpu/util/complex_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& _conj_physical_out(KernelRuntimeContext& ctx, const Tensor& self,
                           Tensor& out) {
  run_complex(
      ctx, "_conj_physical", self, self, 0,
      [](Complex x, Complex, double) { return Complex(x.real(), -x.imag()); },
      out);
  return out;
}

}  // namespace executorch::kernels::portable
