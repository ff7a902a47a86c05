#include <executorch/backends/apple/mps/runtime/delegate/mps_delegate_backend.h>

#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/log.h>

#include <memory>

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

namespace {

class MPSSource final : public engine::GraphSource {
 public:
  MPSSource(const Payload& payload, engine::Signature signature)
      : payload_(payload), signature_(std::move(signature)) {}

  const engine::Signature& signature() const override { return signature_; }
  Result<BuiltGraph> build(
      const std::vector<engine::TensorType>& inputs) const override {
    return build_graph(payload_, inputs);
  }

 private:
  Payload payload_;
  engine::Signature signature_;
};

/// Arguments are the inputs of the payload, then its outputs.
Result<engine::Signature> signature_of(const Payload& payload) {
  engine::Signature signature;
  Result<std::vector<engine::TensorType>> inputs = declared_inputs(payload);
  ET_CHECK_OK_OR_RETURN_ERROR(inputs.error());
  signature.inputs = std::move(*inputs);
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    signature.input_args.push_back(signature.n_args++);
  }
  for (size_t i = 0; i < payload.graph().output_ids()->size(); ++i) {
    signature.output_args.push_back(signature.n_args++);
  }
  return signature;
}

}  // namespace

bool MPSDelegateBackend::is_available() const {
  return runtime_.is_available();
}

Result<DelegateHandle*> MPSDelegateBackend::init(BackendInitContext&,
                                                 FreeableBuffer* processed,
                                                 ArrayRef<CompileSpec>) const {
  const Result<Payload> payload =
      Payload::parse(processed->data(), processed->size());
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  Result<engine::Signature> signature = signature_of(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(signature.error());
  Result<std::unique_ptr<engine::GraphDelegate>> delegate =
      engine::GraphDelegate::create(
          std::make_unique<MPSSource>(*payload, std::move(*signature)),
          runtime_);
  if (!delegate.ok()) {
    return delegate.error();
  }
  return delegate->release();
}

Error MPSDelegateBackend::execute(BackendExecutionContext& context,
                                  DelegateHandle* handle,
                                  Span<EValue*> args) const {
  return static_cast<engine::GraphDelegate*>(handle)->execute(
      args, context.event_tracer());
}

void MPSDelegateBackend::destroy(DelegateHandle* handle) const {
  delete static_cast<engine::GraphDelegate*>(handle);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
