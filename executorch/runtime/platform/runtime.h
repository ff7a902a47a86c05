#pragma once

#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// Prepares the platform. Call it once before anything else of the runtime;
/// further calls do no harm.
void runtime_init();

}  // namespace runtime
}  // namespace executorch
