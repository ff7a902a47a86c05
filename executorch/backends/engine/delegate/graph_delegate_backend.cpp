#include <executorch/backends/engine/delegate/graph_delegate_backend.h>

namespace executorch::backends::engine {

Result<runtime::DelegateHandle*> GraphDelegateBackend::make_handle(
    std::unique_ptr<GraphSource> source, const GraphRuntime& runtime) {
  Result<std::unique_ptr<GraphDelegate>> delegate =
      GraphDelegate::create(std::move(source), runtime);
  if (!delegate.ok()) {
    return delegate.error();
  }
  return static_cast<runtime::DelegateHandle*>(delegate->release());
}

Error GraphDelegateBackend::execute(
    runtime::BackendExecutionContext& context, runtime::DelegateHandle* handle,
    runtime::Span<runtime::EValue*> args) const {
  return static_cast<GraphDelegate*>(handle)->execute(args,
                                                      context.event_tracer());
}

void GraphDelegateBackend::destroy(runtime::DelegateHandle* handle) const {
  delete static_cast<GraphDelegate*>(handle);
}

}  // namespace executorch::backends::engine
