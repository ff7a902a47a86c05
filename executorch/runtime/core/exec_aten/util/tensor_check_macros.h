#pragma once

/// Macros of kernels that check tensors: ET_KERNEL_CHECK and its kin report to
/// the kernel's context; the ET_CHECK_* ones abort and are for tests.

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/assert.h>

#define ET_TENSOR_CHECK_PREFIX__ "Tensors do not match"

#define ET_MIN2(a, b) (std::min(a, b))
#define ET_MIN3(a, b, c) (std::min(a, std::min(b, c)))

/// A possibly negative index counted from the end.
#define ET_NORMALIZE_IX(IX, UPPER_BOUND) IX < 0 ? IX + UPPER_BOUND : IX

/// If the condition does not hold: logs, calls context.fail(Error::error) and
/// returns `retval` from the kernel.
#define ET_KERNEL_CHECK(context, cond, error, retval)      \
  do {                                                     \
    if (!(cond)) {                                         \
      ET_LOG(Error, "Check failed (%s)", #cond);           \
      (context).fail(::executorch::runtime::Error::error); \
      return retval;                                       \
    }                                                      \
  } while (false)

/// As above, with a printf-like message.
#define ET_KERNEL_CHECK_MSG(context, cond, error, retval, message, ...)   \
  do {                                                                    \
    if (!(cond)) {                                                        \
      ET_LOG(Error, "Check failed (%s): " message, #cond, ##__VA_ARGS__); \
      (context).fail(::executorch::runtime::Error::error);                \
      return retval;                                                      \
    }                                                                     \
  } while (false)

#define ET_LOG_AND_RETURN_IF_FALSE(cond) ET_CHECK_OR_RETURN_FALSE(cond, "")
#define ET_LOG_MSG_AND_RETURN_IF_FALSE ET_CHECK_OR_RETURN_FALSE

#define ET_CHECK_VALID_IX(IX, UPPER_BOUND)                  \
  ET_CHECK_MSG(IX >= -static_cast<int64_t>(UPPER_BOUND) &&  \
                   IX < static_cast<int64_t>(UPPER_BOUND),  \
               "index %lld, expected one in [-%lld, %lld)", \
               static_cast<long long>(IX),                  \
               static_cast<long long>(UPPER_BOUND),         \
               static_cast<long long>(UPPER_BOUND))
#define ET_CHECK_VALID_DIM(DIM, UPPER_BOUND) ET_CHECK_VALID_IX(DIM, UPPER_BOUND)
#define ET_CHECK_NON_ZERO_DIM_SIZE(DIM, T)                 \
  ET_CHECK_MSG(T.size(ET_NORMALIZE_IX(DIM, T.dim())) != 0, \
               "dimension %lld is empty", static_cast<long long>(DIM))

#define ET_INTERNAL_CHECK_TENSORS(condition) \
  ET_CHECK_MSG(::executorch::runtime::condition, ET_TENSOR_CHECK_PREFIX__)
#define ET_CHECK_SAME_SHAPE2(a__, b__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_shape(a__, b__))
#define ET_CHECK_SAME_SHAPE3(a__, b__, c__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_shape(a__, b__, c__))
#define ET_CHECK_SAME_DTYPE2(a__, b__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_dtype(a__, b__))
#define ET_CHECK_SAME_DTYPE3(a__, b__, c__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_dtype(a__, b__, c__))
#define ET_CHECK_SAME_SHAPE_AND_DTYPE2(a__, b__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_shape_and_dtype(a__, b__))
#define ET_CHECK_SAME_SHAPE_AND_DTYPE3(a__, b__, c__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_shape_and_dtype(a__, b__, c__))
#define ET_CHECK_SAME_STRIDES2(a__, b__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_strides(a__, b__))
#define ET_CHECK_SAME_STRIDES3(a__, b__, c__) \
  ET_INTERNAL_CHECK_TENSORS(tensors_have_same_strides(a__, b__, c__))
#define ET_CHECK_CONTIGUOUS(a__) \
  ET_INTERNAL_CHECK_TENSORS(tensor_is_contiguous(a__))
#define ET_CHECK_DEFAULT_OR_CHANNELSLAST_DIMORDER(t__) \
  ET_INTERNAL_CHECK_TENSORS(tensor_is_default_or_channels_last_dim_order(t__))

#define ET_EXTRACT_SCALAR_TENSOR(scalar_tensor, out_val)                     \
  ET_CHECK_MSG(                                                              \
      ::executorch::runtime::extract_scalar_tensor(scalar_tensor, &out_val), \
      #scalar_tensor ": not one element, or of another type or range")
