#include <executorch/kernels/portable/cpu/util/copy_ops.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::kernels::portable {
namespace {

/// Empty tensors of rank 1 take no part, nor do those of another rank than
/// out's.
bool is_ignored(const Tensor& tensor, const Tensor& out) {
  return tensor.numel() == 0 &&
         (tensor.dim() == 1 || tensor.dim() != out.dim());
}

/// Sizes of the result; each operand is checked against the ones before.
Shape cat_shape(ArrayRef<Tensor> tensors, int64_t dim, const Tensor& out) {
  Sizes none;
  none.push_back(0);
  Shape shape = none;
  for (size_t i = 0; i < tensors.size() && shape.ok(); ++i) {
    if (!is_ignored(tensors[i], out)) {
      shape = ops::cat_step_shape(shape.sizes, sizes_of(tensors[i]), dim);
    }
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
      !resize_out(ctx, "cat", cat_shape(tensors, dim, out), out)) {
    return out;
  }
  const LoopNest whole = nest_over(out);
  const size_t axis = *ops::normalize_axis(dim, whole.rank);
  int64_t first = 0;
  for (const Tensor& tensor : tensors) {
    if (is_ignored(tensor, out)) {
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
