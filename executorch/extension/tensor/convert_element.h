#pragma once

/// Private to extension/tensor.

#include <type_traits>

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/platform/assert.h>

namespace executorch {
namespace extension {
namespace internal {

/// Converts a number to a type of elements. The 16-bit types take it by way of
/// float.
template <typename To, typename From>
To convert_element(From value) {
  if constexpr (std::is_same_v<To, aten::Half> ||
                std::is_same_v<To, aten::BFloat16>) {
    return To(static_cast<float>(value));
  } else {
    return static_cast<To>(value);
  }
}

/// Where the switch macros report a type that they do not know.
struct AbortingContext {
  void fail(runtime::Error error) {
    ET_CHECK_MSG(false, "elements of a type that is no number (error %u)",
                 static_cast<unsigned>(error));
  }
};

}  // namespace internal
}  // namespace extension
}  // namespace executorch
