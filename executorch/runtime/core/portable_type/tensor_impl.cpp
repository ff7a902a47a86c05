#include <executorch/runtime/core/portable_type/tensor_impl.h>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>

namespace executorch {
namespace runtime {
namespace etensor {

Result<ssize_t> safe_numel(const TensorImpl::SizesType* sizes, ssize_t dim) {
  ET_CHECK_OR_RETURN_ERROR(dim <= 0 || sizes != nullptr, InvalidArgument,
                           "a tensor with %zd dimensions needs sizes", dim);
  ssize_t numel = 1;
  for (ssize_t i = 0; i < dim; ++i) {
    ET_CHECK_OR_RETURN_ERROR(sizes[i] >= 0, InvalidArgument,
                             "size %d of dimension %zd is negative",
                             static_cast<int>(sizes[i]), i);
    ET_CHECK_OR_RETURN_ERROR(
        !runtime::internal::mul_overflows(numel, static_cast<ssize_t>(sizes[i]),
                                          &numel),
        InvalidArgument, "the product of sizes overflows at dimension %zd", i);
  }
  return numel;
}

ssize_t compute_numel(const TensorImpl::SizesType* sizes, ssize_t dim) {
  const Result<ssize_t> numel = safe_numel(sizes, dim);
  ET_CHECK_MSG(numel.ok(), "sizes are missing, negative or too large");
  return *numel;
}

TensorImpl::TensorImpl(ScalarType type, ssize_t dim, SizesType* sizes,
                       void* data, DimOrderType* dim_order,
                       StridesType* strides, TensorShapeDynamism dynamism,
                       DeviceType device_type, DeviceIndex device_index)
    : sizes_(sizes),
      dim_order_(dim_order),
      strides_(strides),
      data_(data),
      numel_(compute_numel(sizes, dim)),
      numel_bound_(static_cast<size_t>(numel_)),
      dim_(static_cast<int32_t>(dim)),
      type_(type),
      shape_dynamism_(dynamism),
      device_(device_type, device_index) {
  ET_CHECK_MSG(isValid(type), "invalid type %d", static_cast<int>(type));
  ET_CHECK_MSG(dim >= 0 && dim <= INT32_MAX,
               "impossible number of dimensions %zd", dim);
}

size_t TensorImpl::nbytes() const {
  return static_cast<size_t>(numel_) * elementSize(type_);
}

ssize_t TensorImpl::element_size() const {
  return static_cast<ssize_t>(elementSize(type_));
}

Error TensorImpl::internal_resize_contiguous(ArrayRef<SizesType> new_sizes) {
  ET_CHECK_OR_RETURN_ERROR(
      static_cast<ssize_t>(new_sizes.size()) == dim(), NotSupported,
      "a tensor with %zd dimensions cannot get %zu", dim(), new_sizes.size());
  if (new_sizes == sizes()) {
    return Error::Ok;
  }
  ET_CHECK_OR_RETURN_ERROR(
      shape_dynamism_ != TensorShapeDynamism::STATIC, NotSupported,
      "a tensor of the fixed shape %s cannot become %s",
      tensor_shape_to_c_string(
          Span<const SizesType>(sizes_, static_cast<size_t>(dim_)))
          .data(),
      tensor_shape_to_c_string(
          Span<const SizesType>(new_sizes.data(), new_sizes.size()))
          .data());
  const Result<ssize_t> numel = safe_numel(new_sizes.data(), dim_);
  if (!numel.ok()) {
    return numel.error();
  }
  ET_CHECK_OR_RETURN_ERROR(
      static_cast<size_t>(*numel) <= numel_bound_, NotSupported,
      "%zd elements, the tensor has room for %zu", *numel, numel_bound_);
  ET_CHECK_OR_RETURN_ERROR(
      data_nbytes_ == kUnknownNbytes ||
          static_cast<size_t>(*numel) <= data_nbytes_ / elementSize(type_),
      NotSupported, "%zd elements, the data of the tensor have %zu bytes",
      *numel, data_nbytes_);
  if (strides_ != nullptr && dim_order_ != nullptr) {
    ET_CHECK_OK_OR_RETURN_ERROR(dim_order_to_stride(
        new_sizes.data(), dim_order_, static_cast<size_t>(dim_), strides_));
  }
  for (ssize_t i = 0; i < dim_; ++i) {
    sizes_[i] = new_sizes[static_cast<size_t>(i)];
  }
  numel_ = *numel;
  return Error::Ok;
}

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
