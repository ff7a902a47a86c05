#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace extension {

/// A tensor and what it points to. The last pointer frees sizes, strides and
/// dim order, and calls the deleter of the elements.
///
/// Common to all functions here: `sizes` are the elements per dimension.
/// `dim_order` are the dimensions from the outermost in memory to the
/// innermost; if it is empty it follows from the strides, and is 0, 1, 2 ...
/// without. `strides`, in elements, may be empty; if given they must be those
/// of a dense tensor of that dim order, except along dimensions of size 1.
/// `dynamism` tells whether resize_tensor_ptr() may change the sizes; a tensor
/// without dimensions is always static. Arguments that do not fit together
/// abort.
using TensorPtr = std::shared_ptr<aten::Tensor>;

namespace internal {

/// Returns the bytes of a tensor; aborts if they do not fit size_t or a size is
/// negative.
size_t tensor_nbytes(const std::vector<aten::SizesType>& sizes,
                     aten::ScalarType type);

/// Aborts unless the product of the sizes is `count`.
void check_element_count(const std::vector<aten::SizesType>& sizes,
                         size_t count);

/// Returns `count` elements at `data` converted to another type. Aborts where
/// canCast() is false, and on types that are neither real nor Bool.
std::vector<uint8_t> cast_elements(const void* data, size_t count,
                                   aten::ScalarType from, aten::ScalarType to);

}  // namespace internal

/// Makes a tensor of elements that exist already.
///
/// @param[in] data The elements, or nullptr. They must outlive the tensor.
/// @param[in] deleter Called with `data` when the tensor ends, if not null.
/// @param[in] device Where `data` is.
TensorPtr make_tensor_ptr(
    std::vector<aten::SizesType> sizes, void* data,
    std::vector<aten::DimOrderType> dim_order,
    std::vector<aten::StridesType> strides,
    aten::ScalarType type = aten::ScalarType::Float,
    aten::TensorShapeDynamism dynamism =
        aten::TensorShapeDynamism::DYNAMIC_BOUND,
    std::function<void(void*)> deleter = nullptr,
    aten::Device device = aten::Device(aten::DeviceType::CPU));

inline TensorPtr make_tensor_ptr(
    std::vector<aten::SizesType> sizes, void* data,
    aten::ScalarType type = aten::ScalarType::Float,
    aten::TensorShapeDynamism dynamism =
        aten::TensorShapeDynamism::DYNAMIC_BOUND,
    std::function<void(void*)> deleter = nullptr,
    aten::Device device = aten::Device(aten::DeviceType::CPU)) {
  return make_tensor_ptr(std::move(sizes), data, {}, {}, type, dynamism,
                         std::move(deleter), device);
}

/// Makes a tensor that owns its elements, given as bytes: as many as `sizes`
/// and `type` need.
TensorPtr make_tensor_ptr(std::vector<aten::SizesType> sizes,
                          std::vector<uint8_t> data,
                          std::vector<aten::DimOrderType> dim_order,
                          std::vector<aten::StridesType> strides,
                          aten::ScalarType type = aten::ScalarType::Float,
                          aten::TensorShapeDynamism dynamism =
                              aten::TensorShapeDynamism::DYNAMIC_BOUND);

inline TensorPtr make_tensor_ptr(
    std::vector<aten::SizesType> sizes, std::vector<uint8_t> data,
    aten::ScalarType type = aten::ScalarType::Float,
    aten::TensorShapeDynamism dynamism =
        aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), std::move(data), {}, {}, type,
                         dynamism);
}

/// Makes a tensor that owns its elements, in the order of memory.
///
/// @param[in] type Type of the tensor; the elements are converted if it is not
///     that of T, which canCast() must allow.
template <typename T = float, aten::ScalarType deduced_type =
                                  runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::vector<aten::SizesType> sizes,
                          std::vector<T> data,
                          std::vector<aten::DimOrderType> dim_order = {},
                          std::vector<aten::StridesType> strides = {},
                          aten::ScalarType type = deduced_type,
                          aten::TensorShapeDynamism dynamism =
                              aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  internal::check_element_count(sizes, data.size());
  if (type != deduced_type) {
    return make_tensor_ptr(
        std::move(sizes),
        internal::cast_elements(data.data(), data.size(), deduced_type, type),
        std::move(dim_order), std::move(strides), type, dynamism);
  }
  const auto elements = std::make_shared<std::vector<T>>(std::move(data));
  return make_tensor_ptr(std::move(sizes), elements->data(),
                         std::move(dim_order), std::move(strides), type,
                         dynamism, [elements](void*) {});
}

template <typename T = float, aten::ScalarType deduced_type =
                                  runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::vector<aten::SizesType> sizes,
                          std::initializer_list<T> list,
                          std::vector<aten::DimOrderType> dim_order = {},
                          std::vector<aten::StridesType> strides = {},
                          aten::ScalarType type = deduced_type,
                          aten::TensorShapeDynamism dynamism =
                              aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::move(sizes), std::vector<T>(list),
                         std::move(dim_order), std::move(strides), type,
                         dynamism);
}

/// The same with one dimension, as long as there are elements.
template <typename T = float, aten::ScalarType deduced_type =
                                  runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::vector<T> data,
                          aten::ScalarType type = deduced_type,
                          aten::TensorShapeDynamism dynamism =
                              aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  const auto size = static_cast<aten::SizesType>(data.size());
  return make_tensor_ptr(std::vector<aten::SizesType>{size}, std::move(data),
                         {0}, {1}, type, dynamism);
}

template <typename T = float, aten::ScalarType deduced_type =
                                  runtime::CppTypeToScalarType<T>::value>
TensorPtr make_tensor_ptr(std::initializer_list<T> list,
                          aten::ScalarType type = deduced_type,
                          aten::TensorShapeDynamism dynamism =
                              aten::TensorShapeDynamism::DYNAMIC_BOUND) {
  return make_tensor_ptr(std::vector<T>(list), type, dynamism);
}

/// Makes a tensor without dimensions.
template <typename T>
TensorPtr make_tensor_ptr(T value) {
  return make_tensor_ptr(std::vector<aten::SizesType>{}, std::vector<T>{value});
}

/// Makes another view of the elements of `tensor`, which must outlive it unless
/// the deleter keeps them. Type, dynamism and device are those of `tensor`.
///
/// @param[in] sizes Those of `tensor` if empty. The view may not have more
///     elements.
/// @param[in] dim_order, strides If both are empty: those of `tensor` as far as
///     they still apply.
TensorPtr make_tensor_ptr(const aten::Tensor& tensor,
                          std::vector<aten::SizesType> sizes = {},
                          std::vector<aten::DimOrderType> dim_order = {},
                          std::vector<aten::StridesType> strides = {},
                          std::function<void(void*)> deleter = nullptr);

/// The same; the view keeps `tensor_ptr` alive.
inline TensorPtr make_tensor_ptr(const TensorPtr& tensor_ptr,
                                 std::vector<aten::SizesType> sizes = {},
                                 std::vector<aten::DimOrderType> dim_order = {},
                                 std::vector<aten::StridesType> strides = {}) {
  return make_tensor_ptr(*tensor_ptr, std::move(sizes), std::move(dim_order),
                         std::move(strides), [tensor_ptr](void*) {});
}

/// Copies a tensor of the CPU, its elements converted to `type`, which
/// canCast() must allow. A tensor without data gives one without data.
TensorPtr clone_tensor_ptr(const aten::Tensor& tensor, aten::ScalarType type);

inline TensorPtr clone_tensor_ptr(const aten::Tensor& tensor) {
  return clone_tensor_ptr(tensor, tensor.scalar_type());
}

inline TensorPtr clone_tensor_ptr(const TensorPtr& tensor,
                                  aten::ScalarType type) {
  return clone_tensor_ptr(*tensor, type);
}

inline TensorPtr clone_tensor_ptr(const TensorPtr& tensor) {
  return clone_tensor_ptr(*tensor);
}

/// Changes the sizes, as resize_tensor() does.
///
/// @retval Error::NotSupported The tensor is static, or has another number of
///     dimensions.
/// @retval Error::InvalidArgument The sizes need more elements than the tensor
///     was made with.
ET_NODISCARD runtime::Error resize_tensor_ptr(
    TensorPtr& tensor, const std::vector<aten::SizesType>& sizes);

/// Copies a tensor from the CPU to a device or back, with the DeviceAllocator
/// of that device. Aborts if neither or both sides are the CPU, if the tensor
/// has no data, if there is no allocator, and if it fails.
TensorPtr clone_tensor_ptr_to(const TensorPtr& tensor, aten::Device target);

}  // namespace extension
}  // namespace executorch
