#include <executorch/exir/emit/write_delegate.h>

namespace executorch::exir {

namespace fb = executorch_flatbuffer;

namespace {

Expected<void> add_named_constants(const Delegate& delegate,
                                   ProgramData& data) {
  if (!delegate.named_constants.empty() && !data.constants_are_external) {
    return fail("the payload of " + delegate.backend_id + " finds " +
                delegate.named_constants.front().key +
                " by name, which needs external constants");
  }
  for (const Delegate::NamedConstant& constant : delegate.named_constants) {
    ET_TRY(data.external.add(constant));
  }
  return {};
}

}  // namespace

Expected<flatbuffers::Offset<fb::BackendDelegate>> write_delegate(
    flatbuffers::FlatBufferBuilder& builder, const Delegate& delegate,
    ProgramData& data) {
  ET_TRY(add_named_constants(delegate, data));
  std::vector<flatbuffers::Offset<fb::CompileSpec>> specs;
  for (const Delegate::Option& option : delegate.compile_specs) {
    const auto value = builder.CreateVector(
        reinterpret_cast<const uint8_t*>(option.value.data()),
        option.value.size());
    specs.push_back(fb::CreateCompileSpec(
        builder, builder.CreateString(option.key), value));
  }
  const auto processed = fb::CreateBackendDelegateDataReference(
      builder, fb::DataLocation::SEGMENT,
      static_cast<uint32_t>(data.payloads.size()));
  data.payloads.push_back(&delegate);
  return fb::CreateBackendDelegateDirect(builder, delegate.backend_id.c_str(),
                                         processed, &specs);
}

}  // namespace executorch::exir
