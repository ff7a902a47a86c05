#include <executorch/runtime/executor/program.h>

#include <string_view>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/executor/program_validation.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

Result<fb::ExecutionPlan*> find_plan(const fb::Program* program,
                                     const char* method_name) {
  const auto* plans = program->execution_plan();
  const size_t size = plans == nullptr ? 0 : plans->size();
  for (size_t i = 0; i < size; ++i) {
    const auto* plan = plans->Get(static_cast<flatbuffers::uoffset_t>(i));
    if (plan->name() != nullptr && plan->name()->string_view() == method_name) {
      return const_cast<fb::ExecutionPlan*>(plan);
    }
  }
  ET_LOG(Error, "the program has no method %s", method_name);
  return Error::InvalidArgument;
}

}  // namespace

size_t Program::num_methods() const {
  const auto* plans = internal_program_->execution_plan();
  return plans == nullptr ? 0 : plans->size();
}

Result<const char*> Program::get_method_name(size_t method_index) const {
  ET_CHECK_OR_RETURN_ERROR(method_index < num_methods(), InvalidArgument,
                           "method %zu of %zu", method_index, num_methods());
  const auto* name =
      internal_program_->execution_plan()
          ->Get(static_cast<flatbuffers::uoffset_t>(method_index))
          ->name();
  ET_CHECK_OR_RETURN_ERROR(name != nullptr, InvalidProgram,
                           "method %zu has no name", method_index);
  return name->c_str();
}

Result<MethodMeta> Program::method_meta(const char* method_name) const {
  const auto plan = find_plan(internal_program_, method_name);
  if (!plan.ok()) {
    return plan.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(validate_interface(*plan), "method %s is damaged",
                              method_name);
  return MethodMeta(*plan);
}

Result<Method> Program::load_method(
    const char* method_name, MemoryManager* memory_manager,
    EventTracer* event_tracer, const NamedDataMap* named_data_map,
    const LoadBackendOptionsMap* backend_options,
    Span<const Kernel> kernel_registry) const {
  internal::event_tracer_create_event_block(event_tracer, "Default");
  internal::EventTracerProfileMethodScope scope(event_tracer,
                                                "Program::load_method");
  const auto plan = find_plan(internal_program_, method_name);
  if (!plan.ok()) {
    return plan.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(validate_interface(*plan), "method %s is damaged",
                              method_name);
  return Method::load(*plan, this, memory_manager, event_tracer, named_data_map,
                      backend_options, kernel_registry);
}

Result<const void*> Program::get_constant_buffer_data(size_t buffer_idx,
                                                      size_t nbytes) const {
  const auto index = static_cast<flatbuffers::uoffset_t>(buffer_idx);
  const uint8_t* data = nullptr;
  size_t size = 0;
  size_t count = 0;
  if (constant_segment_data_.data() != nullptr) {
    const auto* constants = internal_program_->constant_segment();
    count = constants == nullptr || constants->offsets() == nullptr
                ? 0
                : constants->offsets()->size();
    if (buffer_idx < count) {
      const uint64_t offset = constants->offsets()->Get(index);
      if (offset <= constant_segment_data_.size()) {
        data =
            static_cast<const uint8_t*>(constant_segment_data_.data()) + offset;
        size = constant_segment_data_.size() - static_cast<size_t>(offset);
      }
    }
  } else if (internal_program_->constant_buffer() != nullptr) {
    count = internal_program_->constant_buffer()->size();
    const auto* storage =
        buffer_idx < count
            ? internal_program_->constant_buffer()->Get(index)->storage()
            : nullptr;
    if (storage != nullptr) {
      data = storage->data();
      size = storage->size();
    }
  }
  ET_CHECK_OR_RETURN_ERROR(buffer_idx < count, InvalidArgument,
                           "constant %zu of %zu", buffer_idx, count);
  ET_CHECK_OR_RETURN_ERROR(data != nullptr && nbytes <= size, InvalidArgument,
                           "constant %zu has at most %zu bytes, %zu needed",
                           buffer_idx, size, nbytes);
  return static_cast<const void*>(data);
}

Result<const NamedDataMap*> Program::get_named_data_map() const {
  if (!pte_data_map_.has_value()) {
    return Error::NotFound;
  }
  return static_cast<const NamedDataMap*>(&*pte_data_map_);
}

Result<const char*> Program::get_output_flattening_encoding(
    const char* method_name) const {
  const auto plan = find_plan(internal_program_, method_name);
  if (!plan.ok()) {
    return plan.error();
  }
  const auto* container = (*plan)->container_meta_type();
  ET_CHECK_OR_RETURN_ERROR(
      container != nullptr && container->encoded_out_str() != nullptr,
      InvalidProgram, "method %s does not say how its results are flattened",
      method_name);
  return container->encoded_out_str()->c_str();
}

Error Program::get_backend_delegate_data(size_t index, const void** out_data,
                                         size_t* out_size) const {
  const auto* payloads = internal_program_->backend_delegate_data();
  const size_t size = payloads == nullptr ? 0 : payloads->size();
  ET_CHECK_OR_RETURN_ERROR(index < size, NotFound,
                           "delegate payload %zu of %zu", index, size);
  const auto* data =
      payloads->Get(static_cast<flatbuffers::uoffset_t>(index))->data();
  ET_CHECK_OR_RETURN_ERROR(data != nullptr, InvalidProgram,
                           "delegate payload %zu is empty", index);
  *out_data = data->data();
  *out_size = data->size();
  return Error::Ok;
}

Program::HeaderStatus Program::check_header(const void* data, size_t size) {
  if (size < kMinHeadBytes) {
    return ShortData;
  }
  if (fb::ProgramBufferHasIdentifier(data)) {
    return CompatibleVersion;
  }
  const char* const identifier = flatbuffers::GetBufferIdentifier(data);
  return identifier[0] == 'E' && identifier[1] == 'T' ? IncompatibleVersion
                                                      : NotPresent;
}

Result<FreeableBuffer> Program::LoadSegment(
    const DataLoader::SegmentInfo& segment_info) const {
  const size_t index = segment_info.segment_index;
  ET_CHECK_OR_RETURN_ERROR(
      loader_ != nullptr && segment_base_offset_ != 0, NotFound,
      "segment %zu wanted of a file without segments", index);
  const auto* segments = internal_program_->segments();
  ET_CHECK_OR_RETURN_ERROR(segments != nullptr, InvalidProgram,
                           "segment %zu wanted of a program without segments",
                           index);
  ET_CHECK_OR_RETURN_ERROR(index < segments->size(), NotFound,
                           "segment %zu of %u", index,
                           static_cast<unsigned>(segments->size()));
  const auto* segment =
      segments->Get(static_cast<flatbuffers::uoffset_t>(index));
  size_t offset = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !internal::add_overflows(segment_base_offset_,
                               static_cast<size_t>(segment->offset()), &offset),
      InvalidProgram, "segment %zu lies too far", index);
  return loader_->load(offset, static_cast<size_t>(segment->size()),
                       segment_info);
}

Error Program::load_mutable_subsegment_into(size_t mutable_data_segments_index,
                                            size_t offset_index, size_t size,
                                            void* buffer) const {
  const auto* lists = internal_program_->mutable_data_segments();
  ET_CHECK_OR_RETURN_ERROR(loader_ != nullptr && segment_base_offset_ != 0 &&
                               lists != nullptr &&
                               mutable_data_segments_index < lists->size(),
                           NotFound, "the program has no initial values %zu",
                           mutable_data_segments_index);
  const auto* list = lists->Get(
      static_cast<flatbuffers::uoffset_t>(mutable_data_segments_index));
  ET_CHECK_OR_RETURN_ERROR(
      list->offsets() != nullptr && offset_index < list->offsets()->size(),
      NotFound, "the program has no initial value %zu", offset_index);
  const auto* segments = internal_program_->segments();
  ET_CHECK_OR_RETURN_ERROR(segments != nullptr, InvalidProgram,
                           "the program has no segments");
  ET_CHECK_OR_RETURN_ERROR(list->segment_index() < segments->size(), NotFound,
                           "initial values in segment %" PRIu32 " of %u",
                           list->segment_index(),
                           static_cast<unsigned>(segments->size()));
  const auto* segment = segments->Get(list->segment_index());
  const auto offset = static_cast<size_t>(
      list->offsets()->Get(static_cast<flatbuffers::uoffset_t>(offset_index)));
  ET_CHECK_OR_RETURN_ERROR(
      internal::range_fits(offset, size, static_cast<size_t>(segment->size())),
      InvalidArgument,
      "%zu bytes of initial values at offset %zu of a segment of %" PRIu64,
      size, offset, segment->size());
  size_t position = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !internal::add_overflows(segment_base_offset_,
                               static_cast<size_t>(segment->offset()),
                               &position) &&
          !internal::add_overflows(position, offset, &position),
      InvalidProgram, "initial values lie too far");
  return loader_->load_into(
      position, size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Mutable,
                              list->segment_index()),
      buffer);
}

}  // namespace runtime
}  // namespace executorch
