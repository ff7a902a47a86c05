#pragma once

#include <executorch/runtime/core/portable_type/tensor_impl.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {
namespace etensor {

/// A pointer to a TensorImpl, with its interface. Copies share the impl, which
/// must outlive them.
class Tensor {
 public:
  using SizesType = TensorImpl::SizesType;
  using DimOrderType = TensorImpl::DimOrderType;
  using StridesType = TensorImpl::StridesType;

  Tensor() = delete;
  explicit constexpr Tensor(TensorImpl* impl) : impl_(impl) {}

  TensorImpl* unsafeGetTensorImpl() const { return impl_; }

  /// Bytes of all elements.
  size_t nbytes() const { return impl_->nbytes(); }
  /// Elements along a dimension in [0, dim()); aborts on another.
  ssize_t size(ssize_t dim) const { return impl_->size(dim); }
  /// Number of dimensions.
  ssize_t dim() const { return impl_->dim(); }
  /// Number of elements.
  ssize_t numel() const { return impl_->numel(); }
  ScalarType scalar_type() const { return impl_->scalar_type(); }
  ScalarType dtype() const { return impl_->scalar_type(); }
  /// Bytes of one element.
  ssize_t element_size() const { return impl_->element_size(); }
  const ArrayRef<SizesType> sizes() const { return impl_->sizes(); }
  /// Dimensions from the outermost in memory to the innermost.
  const ArrayRef<DimOrderType> dim_order() const { return impl_->dim_order(); }
  /// Elements between neighbours along each dimension.
  const ArrayRef<StridesType> strides() const { return impl_->strides(); }
  TensorShapeDynamism shape_dynamism() const { return impl_->shape_dynamism(); }
  Device device() const { return impl_->device(); }
  DeviceType device_type() const { return impl_->device_type(); }
  DeviceIndex device_index() const { return impl_->device_index(); }

  /// The elements; T is not checked against scalar_type().
  template <typename T>
  const T* const_data_ptr() const {
    return impl_->data<T>();
  }
  const void* const_data_ptr() const { return impl_->data(); }
  template <typename T>
  T* mutable_data_ptr() const {
    return impl_->mutable_data<T>();
  }
  void* mutable_data_ptr() const { return impl_->mutable_data(); }

  template <typename T>
  ET_DEPRECATED T* data_ptr() const {
    return impl_->mutable_data<T>();
  }
  ET_DEPRECATED void* data_ptr() const { return impl_->mutable_data(); }
  ET_DEPRECATED void set_data(void* ptr) const { impl_->set_data(ptr); }

 private:
  TensorImpl* impl_;
};

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
