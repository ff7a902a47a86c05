#include <executorch/kernels/portable/cpu/util/division.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& fmod_out(KernelRuntimeContext& ctx, const Tensor& self,
                 const Tensor& other, Tensor& out) {
  run_integer_like<TruncRemainder>(ctx, "fmod", self, other, out);
  return out;
}

Tensor& fmod_scalar_out(KernelRuntimeContext& ctx, const Tensor& self,
                        const Scalar& other, Tensor& out) {
  run_integer_like<TruncRemainder>(ctx, "fmod", self, other, out);
  return out;
}

}  // namespace executorch::kernels::portable
