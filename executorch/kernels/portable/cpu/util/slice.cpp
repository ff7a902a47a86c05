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

bool diagonal_part(KernelRuntimeContext& ctx, const char* op,
                   const Tensor& tensor, int64_t offset, int64_t dim1,
                   int64_t dim2, TensorPart& part) {
  const Sizes sizes = sizes_of(tensor);
  if (!check_magnitudes(ctx, op, {{&offset, 1}})) {
    return false;
  }
  const Shape shape = ops::diagonal_shape(sizes, offset, dim1, dim2);
  if (!shape.ok()) {
    return report(ctx, op, shape.error);
  }
  const size_t first = *ops::normalize_axis(dim1, sizes.size());
  const size_t second = *ops::normalize_axis(dim2, sizes.size());
  const LoopNest whole = nest_over(tensor);
  const int64_t* strides = whole.strides[0];
  const bool is_empty = shape.sizes[shape.sizes.size() - 1] == 0;
  part.first = is_empty      ? 0
               : offset >= 0 ? offset * strides[second]
                             : -offset * strides[first];
  part.nest.operands = 1;
  part.nest.rank = shape.sizes.size();
  std::copy_n(shape.sizes.begin(), part.nest.rank, part.nest.sizes);
  size_t at = 0;
  for (size_t i = 0; i < whole.rank; ++i) {
    if (i != first && i != second) {
      part.nest.strides[0][at++] = strides[i];
    }
  }
  part.nest.strides[0][at] = strides[first] + strides[second];
  return true;
}

bool strided_part(KernelRuntimeContext& ctx, const char* op,
                  const Tensor& tensor, IntArrayRef sizes, IntArrayRef strides,
                  std::optional<int64_t> offset, TensorPart& part) {
  Sizes list;
  const int64_t first = offset.value_or(0);
  if (!check_default_order(ctx, op, tensor) ||
      !sizes_from(ctx, op, sizes, list) ||
      !check_magnitudes(ctx, op, {span_of(strides), {&first, 1}})) {
    return false;
  }
  if (strides.size() != sizes.size()) {
    return report(ctx, op, {"number of strides",
                            static_cast<int64_t>(strides.size()),
                            static_cast<int64_t>(sizes.size())});
  }
  int64_t last = first;
  bool is_empty = false;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0 || strides[i] < 0) {
      return report(ctx, op, {"size or stride is negative",
                              std::min(list[i], strides[i]), 0});
    }
    is_empty = is_empty || list[i] == 0;
    last = std::min<int64_t>(INT64_MAX / 2,
                             last + ops::dim_mul(list[i] - 1, strides[i]));
  }
  if (first < 0 || (!is_empty && last >= tensor.numel())) {
    return report(ctx, op, {"element outside of the tensor",
                            first < 0 ? first : last, tensor.numel() - 1});
  }
  part.first = first;
  part.nest.operands = 1;
  part.nest.rank = list.size();
  std::copy_n(list.begin(), list.size(), part.nest.sizes);
  std::copy_n(strides.begin(), list.size(), part.nest.strides[0]);
  return true;
}

bool transposed_part(KernelRuntimeContext& ctx, const char* op,
                     const Tensor& tensor, int64_t dim0, int64_t dim1,
                     TensorPart& part) {
  size_t first = 0;
  size_t second = 0;
  if (!check_axis(ctx, op, dim0, tensor, first) ||
      !check_axis(ctx, op, dim1, tensor, second)) {
    return false;
  }
  part.first = 0;
  part.nest = nest_over(tensor);
  std::swap(part.nest.sizes[first], part.nest.sizes[second]);
  std::swap(part.nest.strides[0][first], part.nest.strides[0][second]);
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
