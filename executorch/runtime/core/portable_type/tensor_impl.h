#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/portable_type/device.h>
#include <executorch/runtime/core/portable_type/scalar_type.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_shape_dynamism.h>
#include <executorch/runtime/platform/compiler.h>

/// printf conversions for a size, a dimension, a number of elements, and an
/// element of sizes() or strides().
#define ET_PRI_TENSOR_SIZE "zd"
#define ET_PRI_TENSOR_DIM "zd"
#define ET_PRI_TENSOR_NUMEL "zd"
#define ET_PRI_SIZES_AND_STRIDES "d"

namespace executorch {
namespace runtime {

namespace internal {
class TensorResizerFriend;
}  // namespace internal

namespace etensor {

/// What a Tensor points to: type, shape and address of the data. It owns none
/// of the arrays given to it; they must outlive it.
class TensorImpl {
 public:
  using SizesType = int32_t;
  using DimOrderType = uint8_t;
  using StridesType = int32_t;

  TensorImpl() = delete;

  /// Aborts on an invalid type, a negative dimension or size, or sizes whose
  /// product does not fit ssize_t; safe_numel() tells beforehand.
  ///
  /// @param[in] type Element type.
  /// @param[in] dim Number of dimensions, and length of the arrays below.
  /// @param[in] sizes Elements per dimension; resizing writes to it.
  /// @param[in] data The elements, or nullptr; set_data() can give them later.
  /// @param[in] dim_order The dimensions from the outermost in memory to the
  ///     innermost.
  /// @param[in] strides Elements between neighbours along each dimension;
  ///     resizing writes to it.
  /// @param[in] dynamism How the sizes may change. The initial sizes are the
  ///     capacity.
  /// @param[in] device_type, device_index Where `data` is.
  TensorImpl(ScalarType type, ssize_t dim, SizesType* sizes,
             void* data = nullptr, DimOrderType* dim_order = nullptr,
             StridesType* strides = nullptr,
             TensorShapeDynamism dynamism = TensorShapeDynamism::STATIC,
             DeviceType device_type = DeviceType::CPU,
             DeviceIndex device_index = 0);

  /// Bytes of all elements.
  size_t nbytes() const;

  /// Elements along a dimension. Aborts if there is no such dimension.
  ssize_t size(ssize_t dim) const {
    ET_CHECK_MSG(dim >= 0 && dim < dim_,
                 "dimension %zd of a tensor with %zd dimensions", dim,
                 ssize_t{dim_});
    return sizes_[dim];
  }

  /// Number of dimensions.
  ssize_t dim() const { return dim_; }

  /// Number of elements.
  ssize_t numel() const { return numel_; }

  ScalarType scalar_type() const { return type_; }
  ScalarType dtype() const { return type_; }

  /// Bytes of one element.
  ssize_t element_size() const;

  const ArrayRef<SizesType> sizes() const {
    return {sizes_, static_cast<size_t>(dim_)};
  }
  /// Dim order and strides; empty if the tensor was made without.
  const ArrayRef<DimOrderType> dim_order() const {
    return {dim_order_, dim_order_ == nullptr ? 0 : static_cast<size_t>(dim_)};
  }
  const ArrayRef<StridesType> strides() const {
    return {strides_, strides_ == nullptr ? 0 : static_cast<size_t>(dim_)};
  }

  TensorShapeDynamism shape_dynamism() const { return shape_dynamism_; }

  Device device() const { return device_; }
  DeviceType device_type() const { return device_.type(); }
  DeviceIndex device_index() const { return device_.index(); }

  /// The elements. The type is not checked.
  const void* data() const { return data_; }
  void* mutable_data() const { return data_; }
  template <typename T>
  const T* data() const {
    return static_cast<const T*>(data_);
  }
  template <typename T>
  T* mutable_data() const {
    return static_cast<T*>(data_);
  }

  /// Points the tensor at other data, which stay the caller's and have room for
  /// all sizes that the tensor can take.
  void set_data(void* ptr) { set_data(ptr, kUnknownNbytes); }

  /// As above, for data of `nbytes` bytes: the tensor then takes no sizes that
  /// need more.
  void set_data(void* ptr, size_t nbytes) {
    data_ = ptr;
    data_nbytes_ = nbytes;
  }

  /// Bytes at data(), or kUnknownNbytes.
  size_t data_nbytes() const { return data_nbytes_; }

  static constexpr size_t kUnknownNbytes = static_cast<size_t>(-1);

  /// Use resize_tensor() instead. Aborts where that returns an error.
  ET_DEPRECATED void set_sizes_contiguous(ArrayRef<SizesType> new_sizes) {
    const Error error = internal_resize_contiguous(new_sizes);
    ET_CHECK_MSG(error == Error::Ok, "the tensor cannot be resized");
  }

 private:
  friend class ::executorch::runtime::internal::TensorResizerFriend;

  ET_NODISCARD Error internal_resize_contiguous(ArrayRef<SizesType> new_sizes);

  SizesType* sizes_;
  DimOrderType* dim_order_;
  StridesType* strides_;
  void* data_;
  size_t data_nbytes_ = kUnknownNbytes;
  ssize_t numel_;
  size_t numel_bound_;
  const int32_t dim_;
  const ScalarType type_;
  const TensorShapeDynamism shape_dynamism_;
  Device device_;
};

/// Returns the product of sizes. Aborts where safe_numel() returns an error.
///
/// @param[in] sizes `dim` sizes.
ssize_t compute_numel(const TensorImpl::SizesType* sizes, ssize_t dim);

/// Returns the product of sizes.
///
/// @retval Error::InvalidArgument A size is negative, the product does not fit
///     ssize_t, or sizes are missing.
Result<ssize_t> safe_numel(const TensorImpl::SizesType* sizes, ssize_t dim);

}  // namespace etensor
}  // namespace runtime
}  // namespace executorch
