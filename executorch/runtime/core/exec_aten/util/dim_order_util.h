#pragma once

/// Dim orders: the dimensions of a tensor from the outermost in memory to the
/// innermost. [N, C, H, W] is contiguous as {0, 1, 2, 3} and channels-last as
/// {0, 2, 3, 1}.

#include <cstddef>
#include <cstdint>
#include <limits>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/platform/assert.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// Tells whether the `dims` values at `dim_order` are a permutation of
/// 0 … dims - 1.
template <typename DimOrderType>
bool validate_dim_order(const DimOrderType* dim_order, const size_t dims) {
  if (dims > kTensorDimensionLimit) {
    return false;
  }
  uint32_t seen = 0;
  for (size_t i = 0; i < dims; ++i) {
    const auto dim = static_cast<size_t>(dim_order[i]);
    if (dim >= dims || (seen >> dim & 1u) != 0) {
      return false;
    }
    seen |= 1u << dim;
  }
  return true;
}

/// Tells whether a dim order is 0, 1, 2, …
template <typename DimOrderType>
inline bool is_contiguous_dim_order(const DimOrderType* dim_order,
                                    const size_t dims) {
  for (size_t i = 0; i < dims; ++i) {
    if (static_cast<size_t>(dim_order[i]) != i) {
      return false;
    }
  }
  return true;
}

/// Tells whether a dim order is 0, 2, 3, …, 1, for 4 or 5 dimensions.
template <typename DimOrderType>
bool is_channels_last_dim_order(const DimOrderType* dim_order,
                                const size_t dims) {
  if (dims != 4 && dims != 5) {
    return false;
  }
  for (size_t i = 0; i < dims; ++i) {
    const size_t expected = i == 0 ? 0 : (i == dims - 1 ? 1 : i + 1);
    if (static_cast<size_t>(dim_order[i]) != expected) {
      return false;
    }
  }
  return true;
}

/// Computes the strides of a dense tensor. A dimension of size 0 counts as 1.
/// The dim order must be valid and the strides must fit their type.
///
/// @param[in] sizes, dim_order `dims` values each.
/// @param[out] strides Room for `dims` values.
template <typename SizesType, typename DimOrderType, typename StridesType>
inline void dim_order_to_stride_nocheck(const SizesType* sizes,
                                        const DimOrderType* dim_order,
                                        const size_t dims,
                                        StridesType* strides) {
  StridesType stride = 1;
  for (size_t i = dims; i > 0; --i) {
    const auto dim = static_cast<size_t>(dim_order[i - 1]);
    strides[dim] = stride;
    if (i > 1 && sizes[dim] != 0) {
      stride = static_cast<StridesType>(stride *
                                        static_cast<StridesType>(sizes[dim]));
    }
  }
}

/// As above, with checks.
///
/// @retval Error::InvalidArgument The dim order is no permutation, or a stride
///     does not fit StridesType.
template <typename SizesType, typename DimOrderType, typename StridesType>
ET_NODISCARD inline Error dim_order_to_stride(const SizesType* sizes,
                                              const DimOrderType* dim_order,
                                              const size_t dims,
                                              StridesType* strides) {
  ET_CHECK_OR_RETURN_ERROR(
      validate_dim_order(dim_order, dims), InvalidArgument,
      "the dim order is no permutation of the %zu dimensions", dims);
  StridesType stride = 1;
  for (size_t i = dims; i > 1; --i) {
    const auto size = sizes[static_cast<size_t>(dim_order[i - 1])];
    ET_CHECK_OR_RETURN_ERROR(
        size == 0 || !__builtin_mul_overflow(stride, size, &stride),
        InvalidArgument, "a stride does not fit %zu bits",
        8 * sizeof(StridesType));
  }
  dim_order_to_stride_nocheck(sizes, dim_order, dims, strides);
  return Error::Ok;
}

/// Finds the dim order of strides: by falling stride; among equal strides the
/// lower dimension comes first.
///
/// @param[in] strides `dims` values.
/// @param[out] dim_order Room for `dims` values.
/// @retval Error::MemoryAllocationFailed `dim_order` is nullptr.
/// @retval Error::NotSupported There are more dimensions than tensors may have.
template <typename DimOrderType, typename StridesType>
ET_NODISCARD inline Error stride_to_dim_order(const StridesType* strides,
                                              const size_t dims,
                                              DimOrderType* dim_order) {
  ET_CHECK_OR_RETURN_ERROR(dim_order != nullptr, MemoryAllocationFailed,
                           "no memory for the dim order");
  ET_CHECK_OR_RETURN_ERROR(dims <= kTensorDimensionLimit, NotSupported,
                           "%zu dimensions, at most %zu", dims,
                           kTensorDimensionLimit);
  for (size_t i = 0; i < dims; ++i) {
    size_t at = i;
    while (at > 0 &&
           strides[static_cast<size_t>(dim_order[at - 1])] < strides[i]) {
      dim_order[at] = dim_order[at - 1];
      --at;
    }
    dim_order[at] = static_cast<DimOrderType>(i);
  }
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
