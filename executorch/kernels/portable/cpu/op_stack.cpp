#include <executorch/kernels/portable/cpu/util/slice.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {

/// Operands of other dtypes are converted to out's.
Tensor& stack_out(KernelRuntimeContext& ctx, ArrayRef<Tensor> tensors,
                  int64_t dim, Tensor& out) {
  constexpr const char* kOp = "stack";
  ET_KERNEL_CHECK_MSG(ctx, !tensors.empty(), InvalidArgument, out,
                      "%s: no tensors, expected at least one", kOp);
  const Sizes sizes = sizes_of(tensors[0]);
  if (!resize_out(ctx, kOp,
                  ops::stack_shape(
                      sizes, static_cast<int64_t>(tensors.size()), dim),
                  out)) {
    return out;
  }
  TensorPart part;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& tensor = tensors[i];
    ET_KERNEL_CHECK_MSG(ctx, tensor.sizes() == tensors[0].sizes(),
                        InvalidArgument, out,
                        "%s: sizes of tensor %zu differ from the first's", kOp,
                        i);
    if ((tensor.scalar_type() != out.scalar_type() &&
         !check_can_cast(ctx, kOp, tensor.scalar_type(), out)) ||
        !select_part(ctx, kOp, out, dim, static_cast<int64_t>(i), part)) {
      return out;
    }
    add_broadcast(part.nest, tensor);
    if (!copy_part(ctx, kOp, part.nest, out, part.first, tensor, 0)) {
      return out;
    }
  }
  return out;
}

}  // namespace executorch::kernels::portable
