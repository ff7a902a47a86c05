#include <executorch/kernels/portable/cpu/util/fill.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& scalar_tensor_out(KernelRuntimeContext& ctx, const Scalar& s,
                          Tensor& out) {
  if (resize_out(ctx, "scalar_tensor", Sizes(), out)) {
    fill(ctx, "scalar_tensor", s, out);
  }
  return out;
}

}  // namespace executorch::kernels::portable
