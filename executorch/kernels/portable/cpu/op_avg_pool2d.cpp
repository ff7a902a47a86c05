#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& avg_pool2d_out(KernelRuntimeContext& ctx, const Tensor& self,
                       IntArrayRef kernel_size, IntArrayRef stride,
                       IntArrayRef padding, bool ceil_mode,
                       bool count_include_pad,
                       std::optional<int64_t> divisor_override, Tensor& out) {
  static constexpr int64_t kNoDilation = 1;
  avg_pool(ctx, "avg_pool2d", self,
           {span_of(kernel_size),
            span_of(stride),
            span_of(padding),
            {&kNoDilation, 1},
            ceil_mode},
           2, count_include_pad, divisor_override, out);
  return out;
}

}  // namespace executorch::kernels::portable
