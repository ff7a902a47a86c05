#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/span.h>

namespace executorch {
namespace runtime {

/// Bytes of the longest text that tensor_shape_to_c_string() returns: for each
/// dimension ten digits and ", ", and then the brackets and the zero.
constexpr size_t kTensorShapeStringSizeLimit = 12 * kTensorDimensionLimit + 2;

namespace internal {
/// Larger sizes are shown as "ERR".
constexpr size_t kMaximumPrintableTensorShapeElement =
    std::numeric_limits<int32_t>::max();
}  // namespace internal

/// Returns a shape as text, such as "(2, 3)", for messages. A negative or too
/// large size appears as "ERR"; a shape with too many dimensions gives
/// "(ERR: tensor ndim exceeds limit)".
std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(
    Span<const int32_t> shape);
std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(
    Span<const int64_t> shape);

}  // namespace runtime
}  // namespace executorch
