#include <executorch/runtime/executor/backend_delegate.h>

#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

Result<ArrayRef<CompileSpec>> make_compile_specs(
    const fb::BackendDelegate& delegate, MemoryAllocator* allocator) {
  const auto* stored = delegate.compile_specs();
  if (stored == nullptr || stored->size() == 0) {
    return ArrayRef<CompileSpec>();
  }
  auto* const specs = allocator->allocateList<CompileSpec>(stored->size());
  ET_CHECK_OR_RETURN_ERROR(specs != nullptr, MemoryAllocationFailed,
                           "no method memory for %u compile specs",
                           static_cast<unsigned>(stored->size()));
  for (flatbuffers::uoffset_t i = 0; i < stored->size(); ++i) {
    const auto* spec = stored->Get(i);
    specs[i].key = spec->key()->c_str();
    specs[i].value = {const_cast<uint8_t*>(spec->value()->data()),
                      spec->value()->size()};
  }
  return ArrayRef<CompileSpec>(specs, stored->size());
}

}  // namespace

Result<FreeableBuffer> BackendDelegate::load_payload(
    const fb::BackendDelegate& delegate, const Program* program) {
  const auto* processed = delegate.processed();
  switch (processed->location()) {
    case fb::DataLocation::INLINE: {
      const void* data = nullptr;
      size_t size = 0;
      ET_CHECK_OK_OR_RETURN_ERROR(
          program->get_backend_delegate_data(processed->index(), &data, &size));
      return FreeableBuffer(data, size, nullptr);
    }
    case fb::DataLocation::SEGMENT:
      return program->LoadSegment(
          DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Backend,
                                  processed->index(), delegate.id()->c_str()));
    default:
      ET_LOG(Error, "delegate payload at location %d",
             static_cast<int>(processed->location()));
      return Error::InvalidProgram;
  }
}

Error BackendDelegate::Init(const fb::BackendDelegate& delegate,
                            const Program* program, BackendInitContext& context,
                            BackendDelegate* out) {
  const char* const id = delegate.id()->c_str();
  const BackendInterface* const backend = get_backend_class(id);
  ET_CHECK_OR_RETURN_ERROR(backend != nullptr, NotFound,
                           "backend %s is not registered: link the library "
                           "that registers it, or compile the program with "
                           "--backend portable",
                           id);
  ET_CHECK_OR_RETURN_ERROR(backend->is_available(), NotFound,
                           "backend %s is not available", id);
  Result<FreeableBuffer> payload = load_payload(delegate, program);
  ET_CHECK_OK_OR_RETURN_ERROR(
      payload.error(), "the payload for backend %s cannot be loaded", id);
  const Result<ArrayRef<CompileSpec>> specs =
      make_compile_specs(delegate, context.get_runtime_allocator());
  if (!specs.ok()) {
    return specs.error();
  }
  auto* const made = new (out) BackendDelegate(backend, std::move(*payload));
  const Result<DelegateHandle*> handle =
      backend->init(context, &made->payload_, *specs);
  if (!handle.ok()) {
    ET_LOG(Error, "backend %s refuses its payload: %s", id,
           to_string(handle.error()));
    made->payload_.Free();
    return handle.error();
  }
  made->handle_ = *handle;
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
