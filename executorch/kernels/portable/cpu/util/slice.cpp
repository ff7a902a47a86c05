#include <executorch/kernels/portable/cpu/util/slice.h>

#include <executorch/runtime/platform/log.h>

#include <algorithm>

namespace executorch::kernels::portable {
namespace {

bool report(KernelRuntimeContext& ctx, const char* op,
            const ops::RuleError& error) {
  ET_LOG(Error, "%s: %s: %" PRId64 ", expected %" PRId64, op, error.what,
         error.found, error.expected);
  ctx.fail(Error::InvalidArgument);
  return false;
}

}  // namespace

bool slice_part(KernelRuntimeContext& ctx, const char* op, const Tensor& tensor,
                int64_t dim, const std::optional<int64_t>& start,
                const std::optional<int64_t>& end, int64_t step,
                TensorPart& part) {
  const int64_t stride = std::min<int64_t>(step, INT32_MAX);
  const Sizes sizes = sizes_of(tensor);
  const Shape shape = ops::slice_shape(sizes, dim, start, end, stride);
  if (!shape.ok()) {
    return report(ctx, op, shape.error);
  }
  const size_t axis = *ops::normalize_axis(dim, sizes.size());
  part.nest = nest_over(tensor);
  part.nest.sizes[axis] = shape.sizes[axis];
  part.first = ops::clamp_slice_index(start.value_or(0), sizes[axis]) *
               part.nest.strides[0][axis];
  part.nest.strides[0][axis] *= stride;
  return true;
}

bool select_part(KernelRuntimeContext& ctx, const char* op,
                 const Tensor& tensor, int64_t dim, int64_t index,
                 TensorPart& part) {
  const Sizes sizes = sizes_of(tensor);
  const Shape shape = ops::select_shape(sizes, dim);
  if (!shape.ok()) {
    return report(ctx, op, shape.error);
  }
  const size_t axis = *ops::normalize_axis(dim, sizes.size());
  if (index < -sizes[axis] || index >= sizes[axis]) {
    return report(ctx, op, {"index is out of range", index, sizes[axis]});
  }
  const LoopNest whole = nest_over(tensor);
  const int64_t at = index < 0 ? index + sizes[axis] : index;
  part.first = at * whole.strides[0][axis];
  part.nest.operands = 1;
  part.nest.rank = 0;
  for (size_t i = 0; i < whole.rank; ++i) {
    if (i != axis) {
      part.nest.sizes[part.nest.rank] = whole.sizes[i];
      part.nest.strides[0][part.nest.rank++] = whole.strides[0][i];
    }
  }
  return true;
}

Sizes sizes_of(const TensorPart& part) {
  Sizes sizes;
  sizes.assign(part.nest.sizes, part.nest.rank);
  return sizes;
}

void copy_from_part(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const TensorPart& part, Tensor& out) {
  if (!check_movable(ctx, op, self, out) ||
      !resize_out(ctx, op, sizes_of(part), out)) {
    return;
  }
  LoopNest nest = nest_over(out);
  nest.operands = 2;
  std::copy_n(part.nest.strides[0], nest.rank, nest.strides[1]);
  copy_part(ctx, op, nest, out, 0, self, part.first);
}

void copy_into_part(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const Tensor& src,
                    const TensorPart& part, Tensor& out) {
  if (!check_movable(ctx, op, self, out) ||
      !resize_out(ctx, op, sizes_of(self), out)) {
    return;
  }
  const Sizes expected = sizes_of(part);
  const Sizes found = sizes_of(src);
  if (found.size() != expected.size() ||
      !std::equal(found.begin(), found.end(), expected.begin())) {
    ET_LOG(Error, "%s: sizes of src differ from those of the written part", op);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  if (!same_layout(self, out)) {
    ET_LOG(Error, "%s: out's dim order differs from self's", op);
    ctx.fail(Error::InvalidArgument);
    return;
  }
  if (!copy_broadcast(ctx, op, self, out)) {
    return;
  }
  LoopNest nest = part.nest;
  nest.operands = 2;
  for (size_t i = 0; i < nest.rank; ++i) {
    nest.strides[1][i] = src.strides()[i];
  }
  copy_part(ctx, op, nest, out, part.first, src, 0);
}

}  // namespace executorch::kernels::portable
