#pragma once

#include <executorch/backends/engine/delegate/graph_delegate_backend.h>

namespace executorch {
namespace backends {
namespace xnnpack {

/// The backend of XNNPACK delegates ("XnnpackBackend"), on the CPU engine.
class XnnpackBackend final : public engine::GraphDelegateBackend {
 public:
  bool is_available() const override { return true; }
  runtime::Result<runtime::DelegateHandle*> init(
      runtime::BackendInitContext& context, runtime::FreeableBuffer* processed,
      runtime::ArrayRef<runtime::CompileSpec> compile_specs) const override;
};

/// Registers it for the process.
///
/// @returns what runtime::register_backend() does.
runtime::Error register_xnnpack_backend();

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
