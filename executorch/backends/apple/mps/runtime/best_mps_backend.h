#pragma once

#include <executorch/runtime/core/error.h>

namespace executorch {
namespace backends {
namespace mps {

/// Registers the backend of MPS delegates ("MPSBackend") that suits this
/// machine: MPSGraph where there is a GPU of Apple's, else the CPU engine.
/// Does nothing where one is registered.
///
/// @returns what runtime::register_backend() does.
runtime::Error register_best_mps_backend();

}  // namespace mps
}  // namespace backends
}  // namespace executorch
