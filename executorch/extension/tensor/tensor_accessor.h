#pragma once

#include <type_traits>

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>

namespace executorch {
namespace extension {

template <typename T, ssize_t N>
class TensorAccessor;

template <typename T, ssize_t N>
runtime::Result<TensorAccessor<T, N>> make_tensor_accessor(
    const aten::Tensor& tensor);

namespace internal {

/// Sizes and strides of the N dimensions that are not indexed yet.
template <typename T, ssize_t N>
class TensorAccessorBase {
 public:
  /// Elements along a dimension in [0, N); aborts on another.
  aten::SizesType size(ssize_t i) const { return sizes_[checked(i)]; }

  /// Elements between neighbours along a dimension in [0, N); aborts on
  /// another.
  aten::StridesType stride(ssize_t i) const { return strides_[checked(i)]; }

 protected:
  TensorAccessorBase(T* data, const aten::SizesType* sizes,
                     const aten::StridesType* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}

  /// Address of element `i` of the outermost dimension, which is not checked.
  T* at(ssize_t i) const { return data_ + i * strides_[0]; }

  T* data_;
  const aten::SizesType* sizes_;
  const aten::StridesType* strides_;

 private:
  static ssize_t checked(ssize_t i) {
    ET_CHECK_MSG(i >= 0 && i < N, "dimension %zd of %zd", i, N);
    return i;
  }
};

}  // namespace internal

/// The elements of a tensor by index: `accessor[i][j]`. It owns nothing; the
/// tensor must outlive it and keep its shape. Indices are not checked.
///
/// @tparam T Type of the elements; const to read only.
/// @tparam N Number of dimensions.
template <typename T, ssize_t N>
class TensorAccessor : public internal::TensorAccessorBase<T, N> {
 public:
  TensorAccessor<T, N - 1> operator[](ssize_t i) { return inner(i); }
  const TensorAccessor<T, N - 1> operator[](ssize_t i) const {
    return inner(i);
  }

 private:
  using internal::TensorAccessorBase<T, N>::TensorAccessorBase;
  template <typename, ssize_t>
  friend class TensorAccessor;
  friend runtime::Result<TensorAccessor> make_tensor_accessor<T, N>(
      const aten::Tensor&);

  TensorAccessor<T, N - 1> inner(ssize_t i) const {
    return {this->at(i), this->sizes_ + 1, this->strides_ + 1};
  }
};

/// The innermost dimension.
template <typename T>
class TensorAccessor<T, 1> : public internal::TensorAccessorBase<T, 1> {
 public:
  T& operator[](ssize_t i) { return *this->at(i); }
  const T& operator[](ssize_t i) const { return *this->at(i); }

 private:
  using internal::TensorAccessorBase<T, 1>::TensorAccessorBase;
  template <typename, ssize_t>
  friend class TensorAccessor;
  friend runtime::Result<TensorAccessor> make_tensor_accessor<T, 1>(
      const aten::Tensor&);
};

/// Makes an accessor.
///
/// @retval Error::InvalidArgument The tensor does not have N dimensions, or its
///     elements are not as large as T.
/// @retval Error::NotSupported The dim order is not 0, 1, 2 ...
template <typename T, ssize_t N>
runtime::Result<TensorAccessor<T, N>> make_tensor_accessor(
    const aten::Tensor& tensor) {
  static_assert(N > 0, "a tensor without dimensions has nothing to index");
  ET_CHECK_OR_RETURN_ERROR(tensor.dim() == N, InvalidArgument,
                           "a tensor with %zd dimensions, expected %zd",
                           tensor.dim(), N);
  ET_CHECK_OR_RETURN_ERROR(
      tensor.element_size() == static_cast<ssize_t>(sizeof(T)), InvalidArgument,
      "elements of %zd bytes, expected %zu", tensor.element_size(), sizeof(T));
  const auto dim_order = tensor.dim_order();
  for (size_t i = 0; i < dim_order.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(dim_order[i] == i, NotSupported,
                             "dimension %d at place %zu of the dim order",
                             dim_order[i], i);
  }
  T* data = nullptr;
  if constexpr (std::is_const_v<T>) {
    data = tensor.const_data_ptr<std::remove_const_t<T>>();
  } else {
    data = tensor.mutable_data_ptr<T>();
  }
  return TensorAccessor<T, N>(data, tensor.sizes().data(),
                              tensor.strides().data());
}

}  // namespace extension
}  // namespace executorch
