#pragma once

#include <cstdint>

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// Checks that a vector is there and that its elements, if it has any, are
/// aligned; the flatbuffer verifier looks at the alignment of the length only.
///
/// @tparam Vector A flatbuffers::Vector of numbers.
/// @param[in] what Its name for messages.
/// @retval Error::InvalidProgram It is not.
template <typename Vector>
ET_NODISCARD Error check_vector(const Vector* vector,
                                ET_UNUSED const char* what) {
  ET_CHECK_OR_RETURN_ERROR(vector != nullptr, InvalidProgram, "%s are missing",
                           what);
  ET_CHECK_OR_RETURN_ERROR(vector->size() == 0 ||
                               reinterpret_cast<uintptr_t>(vector->Data()) %
                                       sizeof(typename Vector::return_type) ==
                                   0,
                           InvalidProgram, "%s are misaligned", what);
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
