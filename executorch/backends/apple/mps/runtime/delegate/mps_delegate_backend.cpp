#include <executorch/backends/apple/mps/runtime/delegate/mps_delegate_backend.h>

#include <executorch/backends/engine/step_tracer.h>

namespace executorch {
namespace backends {
namespace mps {

using runtime::ArrayRef;
using runtime::BackendExecutionContext;
using runtime::BackendInitContext;
using runtime::CompileSpec;
using runtime::DelegateHandle;
using runtime::Error;
using runtime::EValue;
using runtime::FreeableBuffer;
using runtime::Result;
using runtime::Span;

bool MPSDelegateBackend::is_available() const {
  return runtime_.is_available();
}

Result<DelegateHandle*> MPSDelegateBackend::init(BackendInitContext&,
                                                 FreeableBuffer* processed,
                                                 ArrayRef<CompileSpec>) const {
  Result<std::unique_ptr<MPSDelegate>> delegate =
      MPSDelegate::create(processed->data(), processed->size(), runtime_);
  if (!delegate.ok()) {
    return delegate.error();
  }
  return delegate->release();
}

Error MPSDelegateBackend::execute(BackendExecutionContext& context,
                                  DelegateHandle* handle,
                                  Span<EValue*> args) const {
  auto* const delegate = static_cast<MPSDelegate*>(handle);
  if (context.event_tracer() == nullptr) {
    return delegate->execute(args, nullptr);
  }
  engine::StepTracer tracer(*context.event_tracer());
  return delegate->execute(args, &tracer);
}

void MPSDelegateBackend::destroy(DelegateHandle* handle) const {
  delete static_cast<MPSDelegate*>(handle);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
