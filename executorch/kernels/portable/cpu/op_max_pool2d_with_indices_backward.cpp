#include <executorch/kernels/portable/cpu/util/dispatch.h>
#include <executorch/kernels/portable/kernels.h>
#include <executorch/kernels/portable/cpu/util/pool.h>
#include <executorch/runtime/platform/log.h>

#include <algorithm>
#include <cstring>

namespace executorch::kernels::portable {
namespace {

constexpr const char* kOp = "max_pool2d_with_indices_backward";

/// Adds each gradient to the place in its plane that was the largest.
template <class T>
bool add_planes(const Tensor& grad_output, const Tensor& indices,
                Tensor& grad_input) {
  using C = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const Volumes from(grad_output, 2);
  const Volumes places(indices, 2);
  const Volumes to(grad_input, 2);
  const T* grads = grad_output.const_data_ptr<T>();
  const auto* index = indices.const_data_ptr<int64_t>();
  T* out = grad_input.mutable_data_ptr<T>();
  for (int64_t i = 0; i < from.count(); ++i) {
    for (int64_t y = 0; y < from.sizes[1]; ++y) {
      for (int64_t x = 0; x < from.sizes[2]; ++x) {
        const int64_t at = index[places.offset(i) + y * places.strides[1] +
                                 x * places.strides[2]];
        if (at < 0 || at >= to.numel()) {
          return false;
        }
        T& place = out[to.offset(i) + at / to.sizes[2] * to.strides[1] +
                       at % to.sizes[2] * to.strides[2]];
        place = convert<C, T>(
            convert<T, C>(place) +
            convert<T, C>(grads[from.offset(i) + y * from.strides[1] +
                                x * from.strides[2]]));
      }
    }
  }
  return true;
}

}  // namespace

Tensor& max_pool2d_with_indices_backward_grad_input(
    KernelRuntimeContext& ctx, const Tensor& grad_output, const Tensor& self,
    IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
    IntArrayRef dilation, bool ceil_mode, const Tensor& indices,
    Tensor& grad_input) {
  const ops::PoolParams params{span_of(kernel_size), span_of(stride),
                               span_of(padding), span_of(dilation), ceil_mode};
  if (!check_magnitudes(
          ctx, kOp,
          {params.kernel, params.stride, params.padding, params.dilation}) ||
      !check_floating(ctx, kOp, self) ||
      !check_same_dtype(ctx, kOp, grad_output, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, grad_input, self.scalar_type()) ||
      !check_same_dtype(ctx, kOp, indices, ScalarType::Long) ||
      !resize_out(ctx, kOp, sizes_of(self), grad_input)) {
    return grad_input;
  }
  const Shape shape = ops::pool_shape(sizes_of(self), params, 2);
  const auto fits = [&](const Tensor& tensor) {
    const Sizes sizes = sizes_of(tensor);
    return sizes.size() == shape.sizes.size() &&
           std::equal(sizes.begin(), sizes.end(), shape.sizes.begin());
  };
  ET_KERNEL_CHECK_MSG(ctx, shape.ok() && fits(grad_output) && fits(indices),
                      InvalidArgument, grad_input,
                      "%s: sizes of grad_output or indices are not those that "
                      "the pooling gives",
                      kOp);
  if (grad_input.nbytes() != 0) {
    std::memset(grad_input.mutable_data_ptr(), 0, grad_input.nbytes());
  }
  bool in_range = true;
  dispatch_floating(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    in_range = add_planes<T>(grad_output, indices, grad_input);
  });
  ET_KERNEL_CHECK_MSG(ctx, in_range, InvalidArgument, grad_input,
                      "%s: an index is out of its plane", kOp);
  return grad_input;
}

}  // namespace executorch::kernels::portable
