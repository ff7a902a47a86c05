#include <executorch/backends/apple/mps/runtime/delegate/mps_delegate_backend.h>

#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/log.h>

#include <memory>

namespace executorch {
namespace backends {
namespace mps {

using runtime::ArrayRef;
using runtime::BackendInitContext;
using runtime::CompileSpec;
using runtime::DelegateHandle;
using runtime::FreeableBuffer;
using runtime::Result;

namespace {

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

Result<DelegateHandle*> MPSDelegateBackend::init(
    BackendInitContext& context, FreeableBuffer* processed,
    ArrayRef<CompileSpec> specs) const {
  const Result<Payload> payload =
      Payload::parse(processed->data(), processed->size());
  ET_CHECK_OK_OR_RETURN_ERROR(payload.error());
  Result<engine::Signature> signature = signature_of(*payload);
  ET_CHECK_OK_OR_RETURN_ERROR(signature.error());
  return make_handle({context, *processed, specs, {}},
                     std::make_unique<engine::PayloadSource<Payload>>(
                         *payload, std::move(*signature), build_graph),
                     runtime_);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
