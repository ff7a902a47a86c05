#pragma once

#include <executorch/backends/engine/delegate/graph_delegate_backend.h>

namespace executorch {
namespace backends {
namespace mps {

/// The backend of MPS delegates ("MPSBackend"), on one runtime.
class MPSDelegateBackend final : public engine::GraphDelegateBackend {
 public:
  /// @param[in] runtime Lives as long as the process.
  explicit MPSDelegateBackend(const engine::GraphRuntime& runtime)
      : runtime_(runtime) {}

  bool is_available() const override;
  runtime::Result<runtime::DelegateHandle*> init(
      runtime::BackendInitContext& context, runtime::FreeableBuffer* processed,
      runtime::ArrayRef<runtime::CompileSpec> compile_specs) const override;

 private:
  const engine::GraphRuntime& runtime_;
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
