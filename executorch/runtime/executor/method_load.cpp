#include <executorch/runtime/executor/method.h>

#include <cinttypes>

#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/executor/backend_delegate.h>
#include <executorch/runtime/executor/delegate_arguments.h>
#include <executorch/runtime/executor/instruction.h>
#include <executorch/runtime/executor/platform_memory_allocator.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/executor/program_validation.h>
#include <executorch/runtime/executor/tensor_parser.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

bool is_external_constant(const fb::Tensor* s_tensor) {
  return s_tensor != nullptr && s_tensor->allocation_info() == nullptr &&
         s_tensor->extra_tensor_info() != nullptr &&
         s_tensor->extra_tensor_info()->location() ==
             fb::TensorDataLocation::EXTERNAL;
}

bool contains(const flatbuffers::Vector<int32_t>* list, size_t index) {
  if (list != nullptr) {
    for (const int32_t item : *list) {
      if (static_cast<size_t>(item) == index) {
        return true;
      }
    }
  }
  return false;
}

bool is_read(const fb::Instruction* instruction, size_t index) {
  if (const auto* call = instruction->instr_args_as_KernelCall()) {
    return contains(call->args(), index);
  }
  if (const auto* call = instruction->instr_args_as_DelegateCall()) {
    return contains(call->args(), index);
  }
  if (const auto* move = instruction->instr_args_as_MoveCall()) {
    return static_cast<size_t>(move->move_from()) == index;
  }
  const auto* jump = instruction->instr_args_as_JumpFalseCall();
  return jump != nullptr &&
         static_cast<size_t>(jump->cond_value_index()) == index;
}

/// True if the program does something with the value: an instruction or a
/// list of integers names it, or it is an output.
bool is_read(const fb::ExecutionPlan* plan, size_t index) {
  for (const auto* chain : *plan->chains()) {
    for (const auto* instruction : *chain->instructions()) {
      if (is_read(instruction, index)) {
        return true;
      }
    }
  }
  for (const auto* value : *plan->values()) {
    const auto* list = value->val_as_IntList();
    if (list != nullptr) {
      for (const int64_t item : *list->items()) {
        if (item >= 0 && static_cast<size_t>(item) == index) {
          return true;
        }
      }
    }
  }
  return contains(plan->outputs(), index);
}

}  // namespace

Result<Method> Method::load(fb::ExecutionPlan* s_plan, const Program* program,
                            MemoryManager* memory_manager,
                            EventTracer* event_tracer,
                            const NamedDataMap* named_data_map,
                            const LoadBackendOptionsMap* backend_options,
                            Span<const Kernel> kernel_registry) {
  Method method(program, memory_manager, event_tracer, kernel_registry);
  ET_CHECK_OK_OR_RETURN_ERROR(
      method.init(s_plan, named_data_map, backend_options),
      "method %s cannot be loaded", s_plan->name()->c_str());
  return method;
}

Error Method::init(fb::ExecutionPlan* s_plan,
                   const NamedDataMap* named_data_map,
                   const LoadBackendOptionsMap* backend_options) {
  internal::EventTracerProfileMethodScope scope(event_tracer_, "Method::init");
  init_state_ = InitializationState::InitializationFailed;
  serialization_plan_ = s_plan;
  ET_CHECK_OK_OR_RETURN_ERROR(
      validate_instructions(s_plan, memory_manager_->method_allocator()));
  ET_CHECK_OK_OR_RETURN_ERROR(init_temp_allocator());
  ET_CHECK_OK_OR_RETURN_ERROR(check_planned_memory());
  ET_CHECK_OK_OR_RETURN_ERROR(allocate_values());
  ET_CHECK_OK_OR_RETURN_ERROR(load_external_constants(named_data_map));
  ET_CHECK_OK_OR_RETURN_ERROR(parse_values(named_data_map));
  ET_CHECK_OK_OR_RETURN_ERROR(init_delegates(named_data_map, backend_options));
  ET_CHECK_OK_OR_RETURN_ERROR(init_chains());
  init_state_ = InitializationState::Initialized;
  return Error::Ok;
}

Error Method::init_temp_allocator() {
  if (temp_allocator_ != nullptr) {
    return Error::Ok;
  }
  auto* const memory =
      memory_manager_->method_allocator()
          ->allocateInstance<internal::PlatformMemoryAllocator>();
  ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed,
                           "no method memory for a temporary allocator");
  platform_allocator_ = new (memory) internal::PlatformMemoryAllocator();
  temp_allocator_ = platform_allocator_;
  return Error::Ok;
}

Error Method::check_planned_memory() const {
  HierarchicalAllocator* const planned = memory_manager_->planned_memory();
  if (planned == nullptr) {
    return Error::Ok;
  }
  const auto* sizes = serialization_plan_->non_const_buffer_sizes();
  for (flatbuffers::uoffset_t i = 1; i < sizes->size(); ++i) {
    const auto needed = static_cast<size_t>(sizes->Get(i));
    const size_t given = i - 1 < planned->buffers().size()
                             ? planned->buffers()[i - 1].size()
                             : 0;
    ET_CHECK_OR_RETURN_ERROR(given >= needed, MemoryAllocationFailed,
                             "planned buffer %u needs %zu bytes, %zu are given",
                             static_cast<unsigned>(i - 1), needed, given);
  }
  return Error::Ok;
}

Error Method::allocate_input_flags(MemoryAllocator* allocator) {
  const size_t count = inputs_size();
  if (count == 0) {
    return Error::Ok;
  }
  input_set_ = allocator->allocateList<bool>(count);
  input_is_read_ = allocator->allocateList<bool>(count);
  ET_CHECK_OR_RETURN_ERROR(input_set_ != nullptr && input_is_read_ != nullptr,
                           MemoryAllocationFailed,
                           "no method memory for %zu inputs", count);
  for (size_t i = 0; i < count; ++i) {
    const size_t index = get_input_index(i);
    const fb::KernelTypes type =
        serialization_plan_->values()
            ->Get(static_cast<flatbuffers::uoffset_t>(index))
            ->val_type();
    input_is_read_[i] =
        type == fb::KernelTypes::Tensor || is_read(serialization_plan_, index);
    // These have the one value that the program holds.
    input_set_[i] =
        type == fb::KernelTypes::Null || type == fb::KernelTypes::String;
  }
  return Error::Ok;
}

Error Method::allocate_values() {
  MemoryAllocator* const allocator = memory_manager_->method_allocator();
  const size_t n_value = serialization_plan_->values()->size();
  if (n_value > 0) {
    values_ = allocator->allocateList<EValue>(n_value);
    ET_CHECK_OR_RETURN_ERROR(values_ != nullptr, MemoryAllocationFailed,
                             "no method memory for %zu values", n_value);
    for (size_t i = 0; i < n_value; ++i) {
      new (&values_[i]) EValue();
    }
    n_value_ = n_value;
  }
  return allocate_input_flags(allocator);
}

Error Method::load_external_constant(const char* key,
                                     const NamedDataMap* data_map,
                                     const fb::Tensor* s_tensor) {
  const Span<NamedData> loaded(external_constants_, n_external_constants_);
  if (deserialization::get_data_by_key(key, loaded) != nullptr) {
    return Error::Ok;
  }
  const Result<const TensorLayout> layout = data_map->get_tensor_layout(key);
  ET_CHECK_OK_OR_RETURN_ERROR(
      layout.error(), "%s is not in the data outside of the program", key);
  ET_CHECK_OK_OR_RETURN_ERROR(
      deserialization::validateTensorLayout(s_tensor, *layout),
      "the data of %s", key);
  Result<FreeableBuffer> data = data_map->get_data(key);
  ET_CHECK_OR_RETURN_ERROR(data.ok(), InvalidExternalData,
                           "the data of %s cannot be loaded: %s", key,
                           to_string(data.error()));
  new (&external_constants_[n_external_constants_++])
      NamedData{key, std::move(*data)};
  return Error::Ok;
}

Error Method::load_external_constants(const NamedDataMap* data_map) {
  size_t count = 0;
  ET_UNUSED const flatbuffers::String* first = nullptr;
  for (const auto* value : *serialization_plan_->values()) {
    const auto* s_tensor = value->val_as_Tensor();
    if (is_external_constant(s_tensor) && count++ == 0) {
      first = s_tensor->extra_tensor_info()->fully_qualified_name();
    }
  }
  if (count == 0) {
    return Error::Ok;
  }
  ET_CHECK_OR_RETURN_ERROR(
      data_map != nullptr, InvalidState,
      "%zu constants (%s first) lie outside of the program, and no data are "
      "given",
      count, first == nullptr ? "one without a name" : first->c_str());
  external_constants_ =
      memory_manager_->method_allocator()->allocateList<NamedData>(count);
  ET_CHECK_OR_RETURN_ERROR(external_constants_ != nullptr,
                           MemoryAllocationFailed,
                           "no method memory for %zu constants", count);
  for (const auto* value : *serialization_plan_->values()) {
    const auto* s_tensor = value->val_as_Tensor();
    if (!is_external_constant(s_tensor)) {
      continue;
    }
    const auto* name = s_tensor->extra_tensor_info()->fully_qualified_name();
    ET_CHECK_OR_RETURN_ERROR(name != nullptr, InvalidExternalData,
                             "a constant outside of the program has no name");
    ET_CHECK_OK_OR_RETURN_ERROR(
        load_external_constant(name->c_str(), data_map, s_tensor));
  }
  return Error::Ok;
}

Result<const NamedDataMap*> Method::merge_data_maps(
    const NamedDataMap* data_map) {
  const Result<const NamedDataMap*> own = program_->get_named_data_map();
  if (data_map == nullptr || !own.ok()) {
    return own.ok() ? *own : data_map;
  }
  Result<internal::MergedDataMap> merged =
      internal::MergedDataMap::load(data_map, *own);
  if (!merged.ok()) {
    return merged.error();
  }
  auto* const memory = memory_manager_->method_allocator()
                           ->allocateInstance<internal::MergedDataMap>();
  ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed,
                           "no method memory for a data map");
  merged_data_map_ = new (memory) internal::MergedDataMap(std::move(*merged));
  return static_cast<const NamedDataMap*>(merged_data_map_);
}

Error Method::init_delegates(const NamedDataMap* data_map,
                             const LoadBackendOptionsMap* backend_options) {
  const auto* s_delegates = serialization_plan_->delegates();
  if (s_delegates == nullptr || s_delegates->size() == 0) {
    return Error::Ok;
  }
  MemoryAllocator* const allocator = memory_manager_->method_allocator();
  delegates_ = allocator->allocateList<BackendDelegate>(s_delegates->size());
  ET_CHECK_OR_RETURN_ERROR(delegates_ != nullptr, MemoryAllocationFailed,
                           "no method memory for %u delegates",
                           static_cast<unsigned>(s_delegates->size()));
  const Result<const NamedDataMap*> named_data = merge_data_maps(data_map);
  if (!named_data.ok()) {
    return named_data.error();
  }
  for (const auto* s_delegate : *s_delegates) {
    const DelegateArguments arguments(*serialization_plan_, values_,
                                      n_delegate_);
    BackendInitContext context(
        allocator, event_tracer_, serialization_plan_->name()->c_str(),
        *named_data,
        backend_options == nullptr
            ? Span<const BackendOption>()
            : backend_options->get_options(s_delegate->id()->c_str()),
        &arguments);
    ET_CHECK_OK_OR_RETURN_ERROR(BackendDelegate::Init(
        *s_delegate, program_, context, &delegates_[n_delegate_]));
    ++n_delegate_;
  }
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
