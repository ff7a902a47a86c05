#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

bool is_legacy_empty(const Tensor& tensor) {
  return tensor.dim() == 1 && tensor.numel() == 0;
}

/// Sizes of the result; each operand is checked against the ones before.
Shape cat_shape(ArrayRef<Tensor> tensors, int64_t dim) {
  Shape shape = sizes_of(tensors[0]);
  for (size_t i = 1; i < tensors.size() && shape.ok(); ++i) {
    shape = ops::cat_step_shape(shape.sizes, sizes_of(tensors[i]), dim);
  }
  if (shape.ok() &&
      (shape.sizes.empty() || !ops::normalize_axis(dim, shape.sizes.size()))) {
    return ops::RuleError{"cat dimension is out of range", dim,
                          static_cast<int64_t>(shape.sizes.size())};
  }
  return shape;
}

bool check_dtypes(KernelRuntimeContext& ctx, ArrayRef<Tensor> tensors,
                  const Tensor& out) {
  for (const Tensor& tensor : tensors) {
    if (tensor.scalar_type() != out.scalar_type() &&
        !check_can_cast(ctx, "cat", tensor.scalar_type(), out)) {
      return false;
    }
  }
  return check_movable(ctx, "cat", out, out);
}

}  // namespace

Tensor& cat_out(KernelRuntimeContext& ctx, ArrayRef<Tensor> tensors,
                int64_t dim, Tensor& out) {
  ET_KERNEL_CHECK_MSG(ctx, !tensors.empty(), InvalidArgument, out,
                      "cat: no tensors, expected at least one");
  if (!check_dtypes(ctx, tensors, out) ||
      !resize_out(ctx, "cat", cat_shape(tensors, dim), out)) {
    return out;
  }
  const LoopNest whole = nest_over(out);
  const size_t axis = *ops::normalize_axis(dim, whole.rank);
  int64_t first = 0;
  for (const Tensor& tensor : tensors) {
    if (is_legacy_empty(tensor)) {
      continue;
    }
    LoopNest nest = whole;
    nest.operands = 2;
    nest.sizes[axis] = tensor.sizes()[axis];
    for (size_t i = 0; i < nest.rank; ++i) {
      nest.strides[1][i] = tensor.strides()[i];
    }
    if (!copy_part(ctx, "cat", nest, out, first * nest.strides[0][axis], tensor,
                   0)) {
      return out;
    }
    first += nest.sizes[axis];
  }
  return out;
}

}  // namespace executorch::kernels::portable
