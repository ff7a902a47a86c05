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

}  // namespace executorch::kernels::portable
