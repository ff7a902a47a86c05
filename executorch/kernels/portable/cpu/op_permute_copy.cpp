#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>

namespace executorch::kernels::portable {

Tensor& permute_copy_out(KernelRuntimeContext& ctx, const Tensor& self,
                         IntArrayRef dims, Tensor& out) {
  constexpr const char* kOp = "permute_copy";
  if (!check_movable(ctx, kOp, self, out) ||
      !resize_out(ctx, kOp, ops::permute_shape(sizes_of(self), span_of(dims)),
                  out)) {
    return out;
  }
  LoopNest nest = nest_over(out);
  nest.operands = 2;
  for (size_t i = 0; i < nest.rank; ++i) {
    const auto axis = *ops::normalize_axis(dims[i], nest.rank);
    nest.strides[1][i] = self.strides()[axis];
  }
  copy_part(ctx, kOp, nest, out, 0, self, 0);
  return out;
}

}  // namespace executorch::kernels::portable
