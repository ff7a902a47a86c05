#pragma once

#include <executorch/runtime/core/error.h>

namespace executorch {
namespace backends {
namespace mps {

/// Registers the GPU as the backend of MPS delegates ("MPSBackend"). On a
/// machine without Metal it is registered and not available.
///
/// @returns what runtime::register_backend() does.
runtime::Error register_mps_backend();

}  // namespace mps
}  // namespace backends
}  // namespace executorch
