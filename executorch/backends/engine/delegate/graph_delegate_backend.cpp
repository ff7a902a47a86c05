#include <executorch/backends/engine/delegate/graph_delegate_backend.h>

#include <executorch/runtime/core/payload_fingerprint.h>

#include <cstring>

namespace executorch::backends::engine {

namespace {

Fingerprint fingerprint_of_payload(
    const runtime::FreeableBuffer& processed,
    runtime::ArrayRef<runtime::CompileSpec> compile_specs) {
  for (const runtime::CompileSpec& spec : compile_specs) {
    Fingerprint fingerprint;
    if (std::strcmp(spec.key, runtime::internal::kPayloadFingerprintKey) == 0 &&
        spec.value.nbytes == sizeof(fingerprint)) {
      std::memcpy(&fingerprint, spec.value.buffer, sizeof(fingerprint));
      return fingerprint;
    }
  }
  return fingerprint_of(processed.data(), processed.size());
}

}  // namespace

Result<runtime::DelegateHandle*> GraphDelegateBackend::make_handle(
    const Init& init, std::unique_ptr<GraphSource> source,
    const GraphRuntime& runtime) const {
  const Result<bool> shares = options_.shares_workspaces(init.context);
  ET_CHECK_OK_OR_RETURN_ERROR(shares.error());
  Result<std::string> path = options_.packed_cache_path(init.context);
  ET_CHECK_OK_OR_RETURN_ERROR(path.error());
  Result<std::vector<Value>> constants =
      constant_inputs(source->signature(), init.context.constant_arguments());
  ET_CHECK_OK_OR_RETURN_ERROR(constants.error());
  CompileOptions options;
  options.workspaces = *shares ? workspaces_ : nullptr;
  PackedWeights& packed = options.packed;
  packed.path = std::move(*path);
  if (!packed.path.empty()) {
    std::vector<Fingerprint> parts = {
        fingerprint_of_payload(init.processed, init.compile_specs)};
    for (const runtime::Span<const uint8_t> bytes : init.named_constants) {
      parts.push_back(fingerprint_of(bytes.data(), bytes.size()));
    }
    for (const Value& constant : *constants) {
      // Which inputs are constants counts too.
      parts.push_back(
          constant.is_constant()
              ? fingerprint_of(constant.data, constant.type.nbytes())
              : Fingerprint{});
    }
    packed.program =
        fingerprint_of(parts.data(), parts.size() * sizeof(Fingerprint));
  }
  Result<std::unique_ptr<GraphDelegate>> delegate =
      GraphDelegate::create(std::move(source), runtime, std::move(options),
                            std::move(*constants));
  if (!delegate.ok()) {
    return delegate.error();
  }
  return static_cast<runtime::DelegateHandle*>(delegate->release());
}

Error GraphDelegateBackend::set_option(
    runtime::BackendOptionContext&,
    const runtime::Span<runtime::BackendOption>& options) {
  return options_.set({options.data(), options.size()});
}

Error GraphDelegateBackend::get_option(
    runtime::BackendOptionContext&,
    runtime::Span<runtime::BackendOption>& options) {
  return options_.get(options);
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
