#include <executorch/runtime/executor/method.h>

#include <cinttypes>

#include <executorch/runtime/executor/tensor_parser.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace fb = executorch_flatbuffer;

namespace {

/// Moves an object to memory of the method; nullptr if there is none.
template <typename T>
T* keep(MemoryAllocator* allocator, T&& object) {
  T* const memory = allocator->allocateInstance<T>();
  return memory == nullptr ? nullptr : new (memory) T(std::move(object));
}

template <typename T>
Error store(MemoryAllocator* allocator, Result<T> list, EValue* value) {
  if (!list.ok()) {
    return list.error();
  }
  T* const kept = keep(allocator, std::move(*list));
  ET_CHECK_OR_RETURN_ERROR(kept != nullptr, MemoryAllocationFailed,
                           "no method memory for a list");
  *value = EValue(kept);
  return Error::Ok;
}

Result<BoxedEvalueList<int64_t>> make_int_list(
    const flatbuffers::Vector<int64_t>* items, EValue* values,
    MemoryAllocator* allocator) {
  const size_t size = items->size();
  ET_CHECK_OR_RETURN_ERROR(size <= INT32_MAX, InvalidProgram,
                           "a list of %zu items", size);
  EValue** const elements = allocator->allocateList<EValue*>(size);
  int64_t* const room = allocator->allocateList<int64_t>(size);
  ET_CHECK_OR_RETURN_ERROR(elements != nullptr && room != nullptr,
                           MemoryAllocationFailed,
                           "no method memory for a list of %zu integers", size);
  for (size_t i = 0; i < size; ++i) {
    elements[i] = &values[items->Get(static_cast<flatbuffers::uoffset_t>(i))];
  }
  return BoxedEvalueList<int64_t>(elements, room, static_cast<int>(size));
}

}  // namespace

Error Method::parse_list(size_t index) {
  const auto* s_value = serialization_plan_->values()->Get(
      static_cast<flatbuffers::uoffset_t>(index));
  MemoryAllocator* const allocator = memory_manager_->method_allocator();
  EValue* const value = &values_[index];
  switch (s_value->val_type()) {
    case fb::KernelTypes::IntList:
      return store(
          allocator,
          make_int_list(s_value->val_as_IntList()->items(), values_, allocator),
          value);
    case fb::KernelTypes::TensorList:
      return store(allocator,
                   deserialization::parseTensorList(
                       s_value->val_as_TensorList()->items(), values_, n_value_,
                       memory_manager_),
                   value);
    case fb::KernelTypes::OptionalTensorList:
      return store(allocator,
                   deserialization::parseListOptionalType<aten::Tensor>(
                       s_value->val_as_OptionalTensorList()->items(), values_,
                       n_value_, memory_manager_),
                   value);
    default:
      return Error::Ok;
  }
}

Error Method::parse_value(size_t index, const NamedDataMap* data_map) {
  const auto* s_value = serialization_plan_->values()->Get(
      static_cast<flatbuffers::uoffset_t>(index));
  MemoryAllocator* const allocator = memory_manager_->method_allocator();
  EValue* const value = &values_[index];
  switch (s_value->val_type()) {
    case fb::KernelTypes::Int:
      *value = EValue(s_value->val_as_Int()->int_val());
      return Error::Ok;
    case fb::KernelTypes::Double:
      *value = EValue(s_value->val_as_Double()->double_val());
      return Error::Ok;
    case fb::KernelTypes::Bool:
      *value = EValue(s_value->val_as_Bool()->bool_val());
      return Error::Ok;
    case fb::KernelTypes::String: {
      const auto* text = s_value->val_as_String()->string_val();
      return store<ArrayRef<char>>(
          allocator, ArrayRef<char>(text->c_str(), text->size()), value);
    }
    case fb::KernelTypes::DoubleList: {
      const auto* items = s_value->val_as_DoubleList()->items();
      return store<ArrayRef<double>>(
          allocator, ArrayRef<double>(items->data(), items->size()), value);
    }
    case fb::KernelTypes::BoolList: {
      const auto* items = s_value->val_as_BoolList()->items();
      return store<ArrayRef<bool>>(
          allocator,
          ArrayRef<bool>(reinterpret_cast<const bool*>(items->data()),
                         items->size()),
          value);
    }
    case fb::KernelTypes::Tensor: {
      const Result<aten::Tensor> tensor = deserialization::parseTensor(
          program_, memory_manager_, s_value->val_as_Tensor(), data_map,
          {external_constants_, n_external_constants_});
      if (!tensor.ok()) {
        return tensor.error();
      }
      *value = EValue(*tensor);
      return Error::Ok;
    }
    default:
      return Error::Ok;
  }
}

Error Method::parse_values(const NamedDataMap* data_map) {
  for (size_t i = 0; i < n_value_; ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(parse_value(i, data_map),
                                "value %zu cannot be made", i);
  }
  // Lists refer to values that may come behind them.
  for (size_t i = 0; i < n_value_; ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(parse_list(i), "value %zu cannot be made", i);
  }
  return Error::Ok;
}

}  // namespace runtime
}  // namespace executorch
