#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

Tensor& index_select_out(KernelRuntimeContext& ctx, const Tensor& self,
                         int64_t dim, const Tensor& index, Tensor& out) {
  constexpr const char* kOp = "index_select";
  const bool is_int32 = index.scalar_type() == ScalarType::Int;
  if (!check_movable(ctx, kOp, self, out) ||
      (!is_int32 && !check_same_dtype(ctx, kOp, index, ScalarType::Long)) ||
      !resize_out(
          ctx, kOp,
          ops::index_select_shape(sizes_of(self), dim, sizes_of(index)), out)) {
    return out;
  }
  const size_t axis =
      *ops::normalize_axis(dim, static_cast<size_t>(self.dim()));
  const int64_t size = size_along(self, axis);
  LoopNest nest = nest_over(out);
  nest.operands = 2;
  for (size_t i = 0; i < nest.rank; ++i) {
    nest.strides[1][i] = self.strides()[i];
  }
  nest.sizes[axis] = 1;
  for (int64_t i = 0; i < index.numel(); ++i) {
    const int64_t at = is_int32 ? index.const_data_ptr<int32_t>()[i]
                                : index.const_data_ptr<int64_t>()[i];
    ET_KERNEL_CHECK_MSG(ctx, at >= 0 && at < size, InvalidArgument, out,
                        "%s: index %" PRId64 " at %" PRId64
                        ", expected 0 to %" PRId64,
                        kOp, at, i, size - 1);
    if (!copy_part(ctx, kOp, nest, out, i * stride_along(out, axis), self,
                   at * stride_along(self, axis))) {
      return out;
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
