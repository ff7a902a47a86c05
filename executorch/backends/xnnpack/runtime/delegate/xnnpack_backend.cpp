#include <executorch/backends/xnnpack/runtime/delegate/xnnpack_backend.h>

#include <executorch/backends/xnnpack/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/log.h>

#include <memory>
#include <utility>
#include <vector>

namespace executorch {
namespace backends {
namespace xnnpack {

using engine::GraphDelegate;
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

namespace {

class PayloadSource final : public engine::GraphSource {
 public:
  PayloadSource(Payload payload, engine::Signature signature)
      : payload_(std::move(payload)), signature_(std::move(signature)) {}

  const engine::Signature& signature() const override { return signature_; }
  Result<engine::BuiltGraph> build(
      const std::vector<engine::TensorType>& inputs) const override {
    return build_graph(payload_, inputs);
  }

 private:
  Payload payload_;
  engine::Signature signature_;
};

}  // namespace

Result<DelegateHandle*> XnnpackBackend::init(BackendInitContext& context,
                                             FreeableBuffer* processed,
                                             ArrayRef<CompileSpec>) const {
  // Executables hold packed weights, so there is one at a time.
  static constexpr engine::GraphRuntime kRuntime{
      [] { return true; }, engine::Executable::compile, 1};
  Result<Payload> payload = Payload::parse(processed->data(), processed->size(),
                                           context.get_named_data_map());
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  Result<engine::Signature> signature = signature_of(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(signature.error());
  Result<std::unique_ptr<GraphDelegate>> delegate =
      GraphDelegate::create(std::make_unique<PayloadSource>(
                                std::move(*payload), std::move(*signature)),
                            kRuntime);
  if (!delegate.ok()) {
    return delegate.error();
  }
  return delegate->release();
}

Error XnnpackBackend::execute(BackendExecutionContext& context,
                              DelegateHandle* handle,
                              Span<EValue*> args) const {
  return static_cast<GraphDelegate*>(handle)->execute(args,
                                                      context.event_tracer());
}

void XnnpackBackend::destroy(DelegateHandle* handle) const {
  delete static_cast<GraphDelegate*>(handle);
}

runtime::Error register_xnnpack_backend() {
  static XnnpackBackend backend;
  return runtime::register_backend({"XnnpackBackend", &backend});
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
