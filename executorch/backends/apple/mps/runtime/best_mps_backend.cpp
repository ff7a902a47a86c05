#include <executorch/backends/apple/mps/runtime/best_mps_backend.h>

#include <executorch/backends/apple/mps/runtime/cpu/mps_cpu_backend.h>
#include <executorch/runtime/backend/interface.h>
#ifdef EXECUTORCH_HAS_METAL
#include <executorch/backends/apple/mps/runtime/metal/MPSBackend.h>
#include <executorch/backends/apple/mps/runtime/metal/MPSExecutor.h>
#endif

namespace executorch {
namespace backends {
namespace mps {

runtime::Error register_best_mps_backend() {
  if (runtime::get_backend_class("MPSBackend") != nullptr) {
    return runtime::Error::Ok;
  }
#ifdef EXECUTORCH_HAS_METAL
  if (MPSExecutor::isAvailable()) {
    return register_mps_backend();
  }
#endif
  return register_mps_cpu_backend();
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
