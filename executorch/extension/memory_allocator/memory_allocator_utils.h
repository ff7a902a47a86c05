#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace extension {
namespace utils {

/// Returns how many bytes to ask malloc() for, so that `size` bytes aligned to
/// `alignment` fit.
///
/// @retval Error::InvalidArgument They do not fit size_t.
inline runtime::Result<size_t> get_aligned_size(size_t size, size_t alignment) {
  if (alignment <= alignof(std::max_align_t)) {
    return size;
  }
  ET_CHECK_OR_RETURN_ERROR(size <= SIZE_MAX - alignment, InvalidArgument,
                           "%zu bytes aligned to %zu are too many", size,
                           alignment);
  return size + alignment - 1;
}

}  // namespace utils
}  // namespace extension
}  // namespace executorch
