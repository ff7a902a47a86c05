#pragma once

/// Questions about tensors, for the checks of kernels. Each function that
/// returns bool logs why, at level Error, before it returns false.

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstddef>
#include <limits>

#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_check_macros.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// -upper_bound <= dim < upper_bound.
bool dim_is_valid(int64_t dim, int64_t upper_bound);

/// Number of dimensions, 1 for a scalar tensor.
inline ssize_t nonzero_dim(const aten::Tensor& tensor) {
  return tensor.dim() == 0 ? 1 : tensor.dim();
}

/// Size along a dimension, 1 for a scalar tensor.
inline ssize_t nonempty_size(const aten::Tensor& tensor, ssize_t dim) {
  return tensor.dim() == 0 ? 1 : tensor.size(dim);
}

/// Element types.
bool tensor_can_cast_to(aten::Tensor a, aten::ScalarType dtype);
bool tensor_is_bool_type(aten::Tensor t);
bool tensor_is_type(aten::Tensor t, aten::ScalarType dtype);
bool tensor_is_type(aten::Tensor t, aten::ScalarType dtype,
                    aten::ScalarType dtype2);
bool tensor_is_type(aten::Tensor t, aten::ScalarType dtype,
                    aten::ScalarType dtype2, aten::ScalarType dtype3);
bool tensor_is_integral_type(aten::Tensor t, bool includeBool = false);
bool tensor_is_floating_type(aten::Tensor t);
bool tensor_is_real_type(aten::Tensor t);
bool tensor_is_realh_type(aten::Tensor t);
bool tensor_is_realhbf16_type(aten::Tensor t);
bool tensor_is_realhb_type(aten::Tensor t);
bool tensor_is_realhbbf16_type(aten::Tensor t);
bool tensor_is_complex_type(aten::Tensor t);
bool tensor_is_bits_type(aten::Tensor t);
bool tensors_have_same_dtype(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_dtype(aten::Tensor a, aten::Tensor b, aten::Tensor c);

/// Ranks and dimensions. A scalar tensor has dimension 0 (and -1), of size 1.
bool tensor_is_rank(aten::Tensor t, size_t rank);
bool tensor_has_rank_greater_or_equal_to(aten::Tensor t, size_t rank);
bool tensor_has_rank_smaller_or_equal_to(aten::Tensor t, size_t rank);
bool tensors_have_same_rank(aten::Tensor a, aten::Tensor b);
bool tensor_has_dim(aten::Tensor t, int64_t d);
bool tensor_has_non_empty_dim(aten::Tensor t, int64_t d);
bool tensor_dim_has_index(aten::Tensor t, int64_t d, int64_t ix);
bool tensors_have_same_size_at_dims(aten::Tensor a, size_t dim_a,
                                    aten::Tensor b, size_t dim_b);

/// Shapes. Tensors of one element each have the same shape whatever their rank.
bool tensors_have_same_shape(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_shape(aten::Tensor a, aten::Tensor b, aten::Tensor c);
bool tensors_have_same_shape_and_dtype(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_shape_and_dtype(aten::Tensor a, aten::Tensor b,
                                       aten::Tensor c);
bool tensor_has_expected_size(aten::Tensor a,
                              aten::ArrayRef<aten::SizesType> expected_sizes);
inline bool tensor_is_scalar(aten::Tensor t) {
  return t.dim() == 0 && t.numel() == 1;
}

/// Layouts.
bool tensors_have_same_strides(aten::Tensor a, aten::Tensor b);
bool tensors_have_same_strides(aten::Tensor a, aten::Tensor b, aten::Tensor c);
bool tensor_is_contiguous(aten::Tensor t);
bool tensor_has_valid_dim_order(aten::Tensor t);
bool tensor_is_default_or_channels_last_dim_order(aten::Tensor t);
bool tensor_is_default_dim_order(aten::Tensor t);
bool tensor_is_channels_last_dim_order(aten::Tensor t);

/// True if all are in default, or all in channels-last order.
bool tensors_have_same_dim_order(
    const aten::ArrayRef<aten::Tensor> tensor_list);
inline bool tensors_have_same_dim_order(const aten::Tensor& a,
                                        const aten::Tensor& b) {
  const aten::Tensor list[] = {a, b};
  return tensors_have_same_dim_order(aten::ArrayRef<aten::Tensor>(list));
}
inline bool tensors_have_same_dim_order(const aten::Tensor& a,
                                        const aten::Tensor& b,
                                        const aten::Tensor& c) {
  const aten::Tensor list[] = {a, b, c};
  return tensors_have_same_dim_order(aten::ArrayRef<aten::Tensor>(list));
}
inline bool tensors_have_same_dim_order(const aten::Tensor& a,
                                        const aten::Tensor& b,
                                        const aten::Tensor& c,
                                        const aten::Tensor& d) {
  const aten::Tensor list[] = {a, b, c, d};
  return tensors_have_same_dim_order(aten::ArrayRef<aten::Tensor>(list));
}

/// Copies the dim order of a tensor.
///
/// @retval Error::InvalidArgument `out_dim_order_size` is not tensor.dim().
ET_NODISCARD Error get_dim_order(const aten::Tensor& tensor,
                                 aten::DimOrderType* out_dim_order,
                                 size_t out_dim_order_size);

/// The product of the sizes in front of dimension `dim`, and of those behind
/// it. Abort if there is no such dimension.
size_t getLeadingDims(const aten::Tensor& tensor, int64_t dim);
size_t getTrailingDims(const aten::Tensor& tensor, int64_t dim);

/// Positions in a tensor of default dim order: as coordinates (one value per
/// dimension) and as index of the element.
size_t coordinateToIndex(const aten::Tensor& tensor,
                         const size_t* const coordinate);
void indexToCoordinate(const aten::Tensor& tensor, size_t index,
                       size_t* coordinate);
void memoizeTrailingDims(const aten::Tensor& tensor,
                         size_t trailing_dims_memo[kTensorDimensionLimit]);
inline size_t coordinateToIndexWithTrailingDimsMemo(
    const aten::Tensor& tensor, const size_t* const coordinate,
    const size_t trailing_dims_memo[kTensorDimensionLimit]) {
  size_t index = 0;
  for (ssize_t i = 0; i < tensor.dim(); ++i) {
    index += coordinate[i] * trailing_dims_memo[i];
  }
  return index;
}

/// Returns the sum of coordinate times stride over `ndim` dimensions.
inline size_t calculate_linear_index(const aten::SizesType* coordinate,
                                     const aten::StridesType* strides,
                                     const size_t ndim) {
  size_t index = 0;
  for (size_t i = 0; i < ndim; ++i) {
    index +=
        static_cast<size_t>(coordinate[i]) * static_cast<size_t>(strides[i]);
  }
  return index;
}

namespace internal {

/// Read the element of a tensor of one element. Return false if there are more
/// or fewer, or it has a type of another family.
bool read_integer_element(const aten::Tensor& tensor, int64_t* out);
bool read_real_element(const aten::Tensor& tensor, double* out);

}  // namespace internal

/// Stores the element of a one-element tensor in `out_val`. Returns false if
/// there are more or fewer elements, if the element type does not suit T
/// (integers from the signed integers and Byte, floats from the real types,
/// Half and BFloat16, bool from Bool), or if the value does not fit T.
template <typename T, typename std::enable_if<std::is_integral<T>::value &&
                                                  !std::is_same<T, bool>::value,
                                              bool>::type = true>
bool extract_scalar_tensor(aten::Tensor tensor, T* out_val) {
  int64_t value = 0;
  if (!internal::read_integer_element(tensor, &value) ||
      static_cast<int64_t>(static_cast<T>(value)) != value ||
      (value < 0) != (static_cast<T>(value) < T(0))) {
    return false;
  }
  *out_val = static_cast<T>(value);
  return true;
}
template <typename T, typename std::enable_if<is_floating_point<T>::value,
                                              bool>::type = true>
bool extract_scalar_tensor(aten::Tensor tensor, T* out_val) {
  double value = 0;
  if (!internal::read_real_element(tensor, &value)) {
    return false;
  }
  const auto lowest = static_cast<double>(std::numeric_limits<T>::lowest());
  const auto highest = static_cast<double>(std::numeric_limits<T>::max());
  if (std::isfinite(value) && (value < lowest || value > highest)) {
    return false;
  }
  if constexpr (is_reduced_floating_point_v<T>) {
    *out_val = T(static_cast<float>(value));
  } else {
    *out_val = static_cast<T>(value);
  }
  return true;
}
template <typename T, typename std::enable_if<std::is_same<T, bool>::value,
                                              bool>::type = true>
bool extract_scalar_tensor(aten::Tensor tensor, T* out_val) {
  if (tensor.scalar_type() != aten::ScalarType::Bool || tensor.numel() != 1) {
    return false;
  }
  *out_val = *tensor.const_data_ptr<bool>();
  return true;
}

namespace internal {

/// Makes `t_dst` use the data of `t_src`.
///
/// @retval Error::InvalidArgument They have not equally many bytes, or `t_src`
///     has no data.
ET_NODISCARD Error share_tensor_data(const aten::Tensor& t_dst,
                                     const aten::Tensor& t_src);

/// Copies the data of `t_src`, if it has any, to those of `t_dst`.
///
/// @retval Error::InvalidArgument They have not equally many bytes, or `t_dst`
///     has no data.
/// @retval Error::NotSupported One is not in host memory.
ET_NODISCARD Error copy_tensor_data(const aten::Tensor& t_dst,
                                    const aten::Tensor& t_src);

/// Makes `t` use `buffer`, which stays the caller's.
///
/// @retval Error::InvalidArgument `buffer_size` is less than t.nbytes().
ET_NODISCARD Error set_tensor_data(const aten::Tensor& t, void* buffer,
                                   size_t buffer_size);

/// Takes the data away from a tensor.
void reset_data_ptr(const aten::Tensor& tensor);

ET_NODISCARD Error resize_tensor_impl(
    aten::TensorImpl* impl, aten::ArrayRef<aten::SizesType> new_sizes);

}  // namespace internal

/// Gives a tensor new sizes; the strides follow its dim order, the data stay.
///
/// @retval Error::NotSupported The number of dimensions would change, the
///     tensor is static, or there would be more elements than it had at first.
/// @retval Error::InvalidArgument A size is negative or too large.
ET_NODISCARD inline Error resize_tensor(
    aten::Tensor t, aten::ArrayRef<aten::SizesType> new_sizes) {
  return internal::resize_tensor_impl(t.unsafeGetTensorImpl(), new_sizes);
}

/// As above, for sizes of another integer type.
template <typename T,
          typename std::enable_if<!std::is_same<aten::SizesType, T>::value,
                                  int>::type = 0>
ET_NODISCARD inline Error resize_tensor(aten::Tensor t,
                                        aten::ArrayRef<T> new_sizes) {
  ET_CHECK_OR_RETURN_ERROR(new_sizes.size() <= kTensorDimensionLimit,
                           InvalidArgument, "%zu dimensions, at most %zu",
                           new_sizes.size(), kTensorDimensionLimit);
  std::array<aten::SizesType, kTensorDimensionLimit> sizes{};
  for (size_t i = 0; i < new_sizes.size(); ++i) {
    sizes[i] = static_cast<aten::SizesType>(new_sizes[i]);
    ET_CHECK_OR_RETURN_ERROR(
        static_cast<T>(sizes[i]) == new_sizes[i] && sizes[i] >= 0,
        InvalidArgument, "size %lld of dimension %zu is negative or too large",
        static_cast<long long>(new_sizes[i]), i);
  }
  return internal::resize_tensor_impl(t.unsafeGetTensorImpl(),
                                      {sizes.data(), new_sizes.size()});
}

/// Use resize_tensor() instead. Aborts where that returns an error.
ET_DEPRECATED inline void resize(aten::Tensor t,
                                 aten::ArrayRef<aten::SizesType> new_sizes) {
  ET_CHECK_MSG(resize_tensor(t, new_sizes) == Error::Ok,
               "the tensor cannot be resized");
}

}  // namespace runtime
}  // namespace executorch
