#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(
    KernelRuntimeContext& ctx, const Tensor& self, IntArrayRef kernel_size,
    IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
    bool ceil_mode, Tensor& out, Tensor& indices) {
  max_pool(ctx, "max_pool2d_with_indices", self,
           {span_of(kernel_size), span_of(stride), span_of(padding),
            span_of(dilation), ceil_mode},
           2, out, indices);
  return {out, indices};
}

}  // namespace executorch::kernels::portable
