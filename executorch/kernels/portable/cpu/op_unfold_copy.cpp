#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& unfold_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                        int64_t dimension, int64_t size, int64_t step,
                        Tensor& out) {
  constexpr const char* kOp = "unfold_copy";
  if (!check_magnitudes(ctx, kOp, {{&size, 1}, {&step, 1}}) ||
      !check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp,
                  ops::unfold_shape(sizes_of(self), dimension, size, step),
                  out)) {
    return out;
  }
  const size_t axis =
      *ops::normalize_axis(dimension, static_cast<size_t>(self.dim()));
  LoopNest nest = nest_over(out);
  nest.operands = 2;
  for (size_t i = 0; i + 1 < nest.rank; ++i) {
    nest.strides[1][i] = self.strides()[i] * (i == axis ? step : 1);
  }
  nest.strides[1][nest.rank - 1] = stride_along(self, axis);
  copy_part(ctx, kOp, nest, out, 0, self, 0);
  return out;
}

}  // namespace executorch::kernels::portable
