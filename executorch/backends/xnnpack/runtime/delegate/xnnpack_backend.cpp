#include <executorch/backends/xnnpack/runtime/delegate/xnnpack_backend.h>

#include <executorch/backends/xnnpack/runtime/XNNPACKBackend.h>
#include <executorch/backends/xnnpack/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/log.h>

#include <memory>
#include <utility>

namespace executorch {
namespace backends {
namespace xnnpack {

using runtime::ArrayRef;
using runtime::BackendInitContext;
using runtime::CompileSpec;
using runtime::DelegateHandle;
using runtime::FreeableBuffer;
using runtime::Result;

Result<DelegateHandle*> XnnpackBackend::init(
    BackendInitContext& context, FreeableBuffer* processed,
    ArrayRef<CompileSpec> specs) const {
  // Executables hold packed weights, so there is one at a time.
  static constexpr engine::GraphRuntime kRuntime{
      [] { return true; }, engine::Executable::compile, 1};
  Result<Payload> payload = Payload::parse(processed->data(), processed->size(),
                                           context.get_named_data_map());
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  Result<engine::Signature> signature = signature_of(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(signature.error());
  const Init init = {context, *processed, specs, payload->named_constants()};
  return make_handle(
      init,
      std::make_unique<engine::PayloadSource<Payload>>(
          std::move(*payload), std::move(*signature), build_graph),
      kRuntime);
}

runtime::Error register_xnnpack_backend() {
  static XnnpackBackend backend;
  return runtime::register_backend({xnnpack_backend_key, &backend});
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
