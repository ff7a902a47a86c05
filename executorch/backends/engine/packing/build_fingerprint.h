#pragma once

#include <executorch/backends/engine/packing/fingerprint.h>

namespace executorch {
namespace backends {
namespace engine {

/// Of the sources of the engine and of what builds graphs: another build may
/// pack in another way. CMake writes it (write_build_fingerprint.cmake).
Fingerprint build_fingerprint();

}  // namespace engine
}  // namespace backends
}  // namespace executorch
