#pragma once

#include <executorch/backends/engine/delegate/graph_delegate.h>
#include <executorch/runtime/backend/interface.h>

namespace executorch {
namespace backends {
namespace xnnpack {

/// The backend of XNNPACK delegates ("XnnpackBackend"), on the CPU engine.
class XnnpackBackend final : public runtime::BackendInterface {
 public:
  bool is_available() const override { return true; }
  runtime::Result<runtime::DelegateHandle*> init(
      runtime::BackendInitContext& context, runtime::FreeableBuffer* processed,
      runtime::ArrayRef<runtime::CompileSpec> compile_specs) const override;
  runtime::Error execute(runtime::BackendExecutionContext& context,
                         runtime::DelegateHandle* handle,
                         runtime::Span<runtime::EValue*> args) const override;
  void destroy(runtime::DelegateHandle* handle) const override;
};

/// Registers it for the process.
///
/// @returns what runtime::register_backend() does.
runtime::Error register_xnnpack_backend();

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
