#include <executorch/backends/apple/mps/runtime/cpu/mps_cpu_backend.h>

#include <executorch/backends/apple/mps/runtime/delegate/mps_delegate_backend.h>

namespace executorch {
namespace backends {
namespace mps {

runtime::Error register_mps_cpu_backend() {
  // Executables hold packed weights, so there is one at a time.
  static constexpr engine::GraphRuntime kRuntime{
      [] { return true; }, engine::Executable::compile, 1};
  static MPSDelegateBackend backend(kRuntime);
  return runtime::register_backend({"MPSBackend", &backend});
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
