#include <executorch/kernels/portable/cpu/util/masked.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {

bool broadcast_mask(KernelRuntimeContext& ctx, const char* op,
                    const Tensor& self, const Tensor& mask, Sizes& sizes) {
  if (mask.scalar_type() != ScalarType::Bool &&
      mask.scalar_type() != ScalarType::Byte) {
    return refuse_dtype(ctx, op, mask.scalar_type());
  }
  const Shape shape = ops::broadcast_shapes(sizes_of(self), sizes_of(mask));
  if (!shape.ok()) {
    ET_LOG(Error, "%s: %s: %" PRId64 ", expected %" PRId64, op,
           shape.error.what, shape.error.found, shape.error.expected);
    ctx.fail(Error::InvalidArgument);
  }
  sizes = shape.sizes;
  return shape.ok();
}

LoopNest nest_of(const Sizes& sizes,
                 std::initializer_list<const Tensor*> tensors) {
  LoopNest nest;
  nest.rank = sizes.size();
  std::copy_n(sizes.begin(), sizes.size(), nest.sizes);
  for (const Tensor* tensor : tensors) {
    add_broadcast(nest, *tensor);
  }
  return nest;
}

void copy_element(const Tensor& from, int64_t from_element, Tensor& to,
                  int64_t to_element) {
  const size_t nbytes = runtime::elementSize(to.scalar_type());
  const auto step = static_cast<int64_t>(nbytes);
  std::memcpy(static_cast<char*>(to.mutable_data_ptr()) + to_element * step,
              static_cast<const char*>(from.const_data_ptr()) +
                  from_element * step,
              nbytes);
}

void list_nonzero(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                  Tensor& out) {
  const auto rank = static_cast<size_t>(self.dim());
  Truth truth;
  if (!check_same_dtype(ctx, op, out, ScalarType::Long) ||
      !truth.init(ctx, op, self)) {
    return;
  }
  int64_t count = 0;
  for_each_position(nest_over(self), [&](const int64_t*, const int64_t* at) {
    count += truth.at(at[0]) ? 1 : 0;
  });
  Sizes sizes;
  sizes.push_back(count);
  sizes.push_back(static_cast<int64_t>(rank));
  if (!resize_out(ctx, op, sizes, out) || out.numel() == 0) {
    return;
  }
  auto* to = out.mutable_data_ptr<int64_t>();
  int64_t hit = 0;
  for_each_position(
      nest_over(self), [&](const int64_t* index, const int64_t* at) {
        if (truth.at(at[0])) {
          for (size_t i = 0; i < rank; ++i) {
            to[hit * out.strides()[0] +
               static_cast<int64_t>(i) * out.strides()[1]] = index[i];
          }
          ++hit;
        }
      });
}

}  // namespace executorch::kernels::portable
