#include <executorch/runtime/executor/method.h>

#include <utility>

#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/executor/backend_delegate.h>
#include <executorch/runtime/executor/platform_memory_allocator.h>
#include <executorch/runtime/executor/tensor_parser.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

Method::Method(const Program* program, MemoryManager* memory_manager,
               EventTracer* event_tracer, Span<const Kernel> kernel_registry)
    : step_state_{0, 0},
      program_(program),
      memory_manager_(memory_manager),
      temp_allocator_(memory_manager->temp_allocator()),
      platform_allocator_(nullptr),
      serialization_plan_(nullptr),
      event_tracer_(event_tracer),
      n_value_(0),
      values_(nullptr),
      input_set_(nullptr),
      input_is_read_(nullptr),
      n_delegate_(0),
      delegates_(nullptr),
      n_chains_(0),
      chains_(nullptr),
      merged_data_map_(nullptr),
      external_constants_(nullptr),
      n_external_constants_(0),
      kernel_registry_(kernel_registry),
      init_state_(InitializationState::Uninitialized) {}

Method::Method(Method&& other) noexcept
    : step_state_(std::exchange(other.step_state_, StepState{0, 0})),
      program_(std::exchange(other.program_, nullptr)),
      memory_manager_(std::exchange(other.memory_manager_, nullptr)),
      temp_allocator_(std::exchange(other.temp_allocator_, nullptr)),
      platform_allocator_(std::exchange(other.platform_allocator_, nullptr)),
      serialization_plan_(std::exchange(other.serialization_plan_, nullptr)),
      event_tracer_(std::exchange(other.event_tracer_, nullptr)),
      n_value_(std::exchange(other.n_value_, 0)),
      values_(std::exchange(other.values_, nullptr)),
      input_set_(std::exchange(other.input_set_, nullptr)),
      input_is_read_(std::exchange(other.input_is_read_, nullptr)),
      n_delegate_(std::exchange(other.n_delegate_, 0)),
      delegates_(std::exchange(other.delegates_, nullptr)),
      n_chains_(std::exchange(other.n_chains_, 0)),
      chains_(std::exchange(other.chains_, nullptr)),
      merged_data_map_(std::exchange(other.merged_data_map_, nullptr)),
      external_constants_(std::exchange(other.external_constants_, nullptr)),
      n_external_constants_(std::exchange(other.n_external_constants_, 0)),
      kernel_registry_(other.kernel_registry_),
      init_state_(std::exchange(other.init_state_,
                                InitializationState::Uninitialized)) {}

Method::~Method() {
  for (size_t i = 0; i < n_delegate_; ++i) {
    delegates_[i].~BackendDelegate();
  }
  for (size_t i = 0; i < n_external_constants_; ++i) {
    external_constants_[i].~NamedData();
  }
  if (merged_data_map_ != nullptr) {
    merged_data_map_->~MergedDataMap();
  }
  if (platform_allocator_ != nullptr) {
    platform_allocator_->~PlatformMemoryAllocator();
  }
}

MethodMeta Method::method_meta() const {
  return MethodMeta(serialization_plan_);
}

const EValue& Method::get_value(size_t i) const {
  ET_CHECK_MSG(i < n_value_, "value %zu of %zu", i, n_value_);
  return values_[i];
}

EValue& Method::mutable_value(size_t i) {
  ET_CHECK_MSG(i < n_value_, "value %zu of %zu", i, n_value_);
  return values_[i];
}

size_t Method::inputs_size() const {
  return serialization_plan_ == nullptr ? 0
                                        : serialization_plan_->inputs()->size();
}

size_t Method::get_input_index(size_t i) const {
  ET_CHECK_MSG(i < inputs_size(), "no such input: %zu >= %zu", i,
               inputs_size());
  return static_cast<size_t>(serialization_plan_->inputs()->Get(
      static_cast<flatbuffers::uoffset_t>(i)));
}

const EValue& Method::get_input(size_t i) const {
  const EValue& value = get_value(get_input_index(i));
  input_set_[i] = true;
  return value;
}

EValue& Method::mutable_input(size_t i) {
  EValue& value = mutable_value(get_input_index(i));
  input_set_[i] = true;
  return value;
}

size_t Method::outputs_size() const {
  return serialization_plan_ == nullptr
             ? 0
             : serialization_plan_->outputs()->size();
}

size_t Method::get_output_index(size_t i) const {
  ET_CHECK_MSG(i < outputs_size(), "no such output: %zu >= %zu", i,
               outputs_size());
  return static_cast<size_t>(serialization_plan_->outputs()->Get(
      static_cast<flatbuffers::uoffset_t>(i)));
}

const EValue& Method::get_output(size_t i) const {
  return get_value(get_output_index(i));
}

EValue& Method::mutable_output(size_t i) {
  return mutable_value(get_output_index(i));
}

Error Method::get_outputs(EValue* output_evalues, size_t length) {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(length >= outputs_size(), InvalidArgument,
                           "room for %zu of %zu outputs", length,
                           outputs_size());
  for (size_t i = 0; i < length; ++i) {
    output_evalues[i] = i < outputs_size() ? get_output(i) : EValue();
  }
  return Error::Ok;
}

Error Method::get_inputs(EValue* input_evalues, size_t length) {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(length >= inputs_size(), InvalidArgument,
                           "room for %zu of %zu inputs", length, inputs_size());
  for (size_t i = 0; i < length; ++i) {
    input_evalues[i] =
        i < inputs_size() ? get_value(get_input_index(i)) : EValue();
    if (i < inputs_size()) {
      input_set_[i] = true;
    }
  }
  return Error::Ok;
}

Result<aten::Tensor> Method::get_attribute(std::string_view name) {
  ET_CHECK_OR_RETURN_ERROR(initialized(), InvalidState,
                           "the method is not loaded");
  const auto* values = serialization_plan_->values();
  for (size_t i = 0; i < n_value_; ++i) {
    const auto* s_tensor =
        values->Get(static_cast<flatbuffers::uoffset_t>(i))->val_as_Tensor();
    if (s_tensor != nullptr && s_tensor->extra_tensor_info() != nullptr &&
        s_tensor->extra_tensor_info()->fully_qualified_name() != nullptr &&
        s_tensor->extra_tensor_info()->fully_qualified_name()->string_view() ==
            name) {
      return values_[i].tryToTensor();
    }
  }
  return Error::NotFound;
}

}  // namespace runtime
}  // namespace executorch
