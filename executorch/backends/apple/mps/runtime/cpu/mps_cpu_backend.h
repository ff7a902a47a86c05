#pragma once

#include <executorch/runtime/core/error.h>

namespace executorch {
namespace backends {
namespace mps {

/// Registers the CPU engine as the backend of MPS delegates ("MPSBackend"),
/// for machines without a GPU of Apple's.
///
/// @returns what runtime::register_backend() does.
runtime::Error register_mps_cpu_backend();

}  // namespace mps
}  // namespace backends
}  // namespace executorch
