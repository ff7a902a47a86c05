#pragma once

#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// Ends the program through the platform's abort hook. Only for a broken
/// invariant of the program itself, never for what a file or a caller's data
/// contain.
ET_NORETURN void runtime_abort();

}  // namespace runtime
}  // namespace executorch
