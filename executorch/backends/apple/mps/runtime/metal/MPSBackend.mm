#include <executorch/backends/apple/mps/runtime/metal/MPSBackend.h>

#include <executorch/backends/apple/mps/runtime/delegate/mps_delegate_backend.h>
#include <executorch/backends/apple/mps/runtime/metal/MPSExecutor.h>

namespace executorch {
namespace backends {
namespace mps {

runtime::Error register_mps_backend() {
  // Compiling takes longer than a run by far; executables are kept in memory
  // and never written to disk.
  static constexpr engine::GraphRuntime kRuntime{MPSExecutor::isAvailable,
                                                 MPSExecutor::compile, 8};
  static MPSDelegateBackend backend(kRuntime);
  return runtime::register_backend({"MPSBackend", &backend});
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
