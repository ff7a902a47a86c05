#include <executorch/runtime/executor/program_validation.h>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>
#include <executorch/runtime/executor/vector_check.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

using FbValues = flatbuffers::Vector<flatbuffers::Offset<fb::EValue>>;

Error check_sizes(const fb::Tensor* tensor) {
  ET_CHECK_OR_RETURN_ERROR(tensor != nullptr && tensor->sizes() != nullptr,
                           InvalidProgram, "a tensor has no sizes");
  for (const int32_t size : *tensor->sizes()) {
    ET_CHECK_OR_RETURN_ERROR(size >= 0, InvalidProgram,
                             "a tensor has the size %" PRId32, size);
  }
  const auto type = static_cast<aten::ScalarType>(tensor->scalar_type());
  ET_CHECK_OR_RETURN_ERROR(isValid(type), InvalidProgram,
                           "a tensor has the element type %d",
                           static_cast<int>(type));
  return Error::Ok;
}

bool nbytes_overflow(const fb::Tensor* tensor) {
  size_t nbytes =
      elementSize(static_cast<aten::ScalarType>(tensor->scalar_type()));
  bool overflows = false;
  for (const int32_t size : *tensor->sizes()) {
    if (size == 0) {
      return false;
    }
    overflows |=
        internal::mul_overflows(nbytes, static_cast<size_t>(size), &nbytes);
  }
  return overflows || nbytes > SIZE_MAX / 2;
}

bool is_dynamic_input(const fb::ExecutionPlan* plan, size_t index) {
  if (plan->inputs() == nullptr) {
    return false;
  }
  for (const int32_t input : *plan->inputs()) {
    if (input >= 0 && static_cast<size_t>(input) == index) {
      return plan->values()
                 ->Get(static_cast<flatbuffers::uoffset_t>(index))
                 ->val_as_Tensor()
                 ->shape_dynamism() != fb::TensorShapeDynamism::STATIC;
    }
  }
  return false;
}

template <typename T>
Error check_list_items(const FbValues* values,
                       const flatbuffers::Vector<T>* items,
                       fb::KernelTypes expected, bool none_allowed) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_vector(items, "list items"));
  for (const T item : *items) {
    if (none_allowed && item == -1) {
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(
        item >= 0 && static_cast<uint64_t>(item) < values->size(),
        InvalidProgram, "a list refers to value %lld of %u",
        static_cast<long long>(item), static_cast<unsigned>(values->size()));
    const auto type =
        values->Get(static_cast<flatbuffers::uoffset_t>(item))->val_type();
    ET_CHECK_OR_RETURN_ERROR(
        type == expected || (none_allowed && type == fb::KernelTypes::Null),
        InvalidProgram, "list item %lld has type %s, expected %s",
        static_cast<long long>(item), fb::EnumNameKernelTypes(type),
        fb::EnumNameKernelTypes(expected));
  }
  return Error::Ok;
}

Error check_bool_list(const fb::BoolList* list) {
  ET_CHECK_OR_RETURN_ERROR(list->items() != nullptr, InvalidProgram,
                           "a list has no items");
  for (const uint8_t item : *list->items()) {
    ET_CHECK_OR_RETURN_ERROR(item <= 1, InvalidProgram,
                             "a bool has the value %d", item);
  }
  return Error::Ok;
}

Error check_tensor_value(const fb::ExecutionPlan* plan, size_t index,
                         bool check_nbytes) {
  const auto* tensor = plan->values()
                           ->Get(static_cast<flatbuffers::uoffset_t>(index))
                           ->val_as_Tensor();
  ET_CHECK_OK_OR_RETURN_ERROR(check_sizes(tensor), "value %zu", index);
  // The bounds of a dynamic input may be absurd; the method then fails to load.
  ET_CHECK_OR_RETURN_ERROR(!check_nbytes || !nbytes_overflow(tensor) ||
                               is_dynamic_input(plan, index),
                           InvalidProgram, "value %zu: the tensor is too large",
                           index);
  return Error::Ok;
}

Error check_value(const fb::ExecutionPlan* plan, size_t index,
                  bool check_nbytes) {
  const auto* values = plan->values();
  const auto* value = values->Get(static_cast<flatbuffers::uoffset_t>(index));
  ET_CHECK_OR_RETURN_ERROR(
      value->val_type() == fb::KernelTypes::Null || value->val() != nullptr,
      InvalidProgram, "value %zu is missing", index);
  switch (value->val_type()) {
    case fb::KernelTypes::Null:
    case fb::KernelTypes::Int:
    case fb::KernelTypes::Bool:
    case fb::KernelTypes::Double:
      return Error::Ok;
    case fb::KernelTypes::Tensor:
      return check_tensor_value(plan, index, check_nbytes);
    case fb::KernelTypes::String:
      ET_CHECK_OR_RETURN_ERROR(value->val_as_String()->string_val() != nullptr,
                               InvalidProgram,
                               "value %zu: the string is missing", index);
      return Error::Ok;
    case fb::KernelTypes::IntList:
      return check_list_items(values, value->val_as_IntList()->items(),
                              fb::KernelTypes::Int, false);
    case fb::KernelTypes::DoubleList:
      return check_vector(value->val_as_DoubleList()->items(), "list items");
    case fb::KernelTypes::BoolList:
      return check_bool_list(value->val_as_BoolList());
    case fb::KernelTypes::TensorList:
      return check_list_items(values, value->val_as_TensorList()->items(),
                              fb::KernelTypes::Tensor, false);
    case fb::KernelTypes::OptionalTensorList:
      return check_list_items(values,
                              value->val_as_OptionalTensorList()->items(),
                              fb::KernelTypes::Tensor, true);
    default:
      ET_LOG(Error, "value %zu has the unknown type %d", index,
             static_cast<int>(value->val_type()));
      return Error::InvalidProgram;
  }
}

Error check_subsegments(const fb::Program* program,
                        const fb::SubsegmentOffsets* subsegments) {
  if (subsegments == nullptr || subsegments->offsets() == nullptr ||
      subsegments->offsets()->size() <= 1) {
    return Error::Ok;
  }
  ET_CHECK_OK_OR_RETURN_ERROR(check_vector(subsegments->offsets(), "offsets"));
  const auto* segments = program->segments();
  const uint32_t index = subsegments->segment_index();
  ET_CHECK_OR_RETURN_ERROR(segments != nullptr && index < segments->size(),
                           InvalidProgram, "there is no segment %" PRIu32,
                           index);
  const uint64_t size = segments->Get(index)->size();
  for (const uint64_t offset : *subsegments->offsets()) {
    ET_CHECK_OR_RETURN_ERROR(offset <= size, InvalidProgram,
                             "data at offset %" PRIu64 " of segment %" PRIu32
                             ", which has %" PRIu64 " bytes",
                             offset, index, size);
  }
  return Error::Ok;
}

Error check_named_data(const fb::Program* program) {
  if (program->named_data() == nullptr) {
    return Error::Ok;
  }
  const size_t num_segments =
      program->segments() == nullptr ? 0 : program->segments()->size();
  for (const auto* entry : *program->named_data()) {
    ET_CHECK_OR_RETURN_ERROR(
        entry->key() != nullptr && entry->segment_index() < num_segments,
        InvalidProgram, "named data %s in segment %" PRIu32 " of %zu",
        entry->key() == nullptr ? "without key" : entry->key()->c_str(),
        entry->segment_index(), num_segments);
  }
  return Error::Ok;
}

}  // namespace

Error validate_tensor(const fb::Tensor* tensor) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_sizes(tensor));
  ET_CHECK_OR_RETURN_ERROR(!nbytes_overflow(tensor), InvalidProgram,
                           "a tensor is too large");
  return Error::Ok;
}

Error validate_program(const fb::Program* program, bool check_nbytes) {
  ET_CHECK_OR_RETURN_ERROR(
      program != nullptr && program->execution_plan() != nullptr,
      InvalidProgram, "the program has no methods");
  for (const auto* plan : *program->execution_plan()) {
    ET_CHECK_OR_RETURN_ERROR(plan->values() != nullptr, InvalidProgram,
                             "a method has no values");
    for (size_t i = 0; i < plan->values()->size(); ++i) {
      ET_CHECK_OK_OR_RETURN_ERROR(
          check_value(plan, i, check_nbytes),
          "value %zu of method %s is damaged", i,
          plan->name() == nullptr ? "" : plan->name()->c_str());
    }
  }
  return Error::Ok;
}

Error validate_segments(const fb::Program* program, size_t segment_nbytes) {
  if (program->segments() != nullptr) {
    for (const auto* segment : *program->segments()) {
      ET_CHECK_OR_RETURN_ERROR(
          segment->offset() <= segment_nbytes &&
              segment->size() <= segment_nbytes - segment->offset(),
          InvalidProgram,
          "a segment of %" PRIu64 " bytes at offset %" PRIu64
          ", the file has %zu bytes of segments",
          segment->size(), segment->offset(), segment_nbytes);
    }
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_subsegments(program, program->constant_segment()),
      "the constants lie outside of their segment");
  if (program->mutable_data_segments() != nullptr) {
    for (const auto* subsegments : *program->mutable_data_segments()) {
      ET_CHECK_OK_OR_RETURN_ERROR(
          check_subsegments(program, subsegments),
          "initial values lie outside of their segment");
    }
  }
  return check_named_data(program);
}

}  // namespace runtime
}  // namespace executorch
