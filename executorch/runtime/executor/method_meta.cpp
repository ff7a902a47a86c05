#include <executorch/runtime/executor/method_meta.h>

#include <cstring>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>
#include <executorch/schema/program_generated.h>

namespace executorch {
namespace runtime {

namespace {

using executorch_flatbuffer::KernelTypes;
using FbValues =
    flatbuffers::Vector<flatbuffers::Offset<executorch_flatbuffer::EValue>>;
using FbIndices = flatbuffers::Vector<int32_t>;

Result<const executorch_flatbuffer::EValue*> value_at(const FbValues* values,
                                                      const FbIndices* indices,
                                                      size_t index) {
  const size_t size = indices == nullptr ? 0 : indices->size();
  ET_CHECK_OR_RETURN_ERROR(index < size, InvalidArgument, "index %zu of %zu",
                           index, size);
  const int32_t value =
      indices->Get(static_cast<flatbuffers::uoffset_t>(index));
  ET_CHECK_OR_RETURN_ERROR(values != nullptr && value >= 0 &&
                               static_cast<size_t>(value) < values->size(),
                           InvalidProgram, "there is no value %" PRId32, value);
  return values->Get(static_cast<flatbuffers::uoffset_t>(value));
}

Result<Tag> tag_at(const FbValues* values, const FbIndices* indices,
                   size_t index) {
  const auto value = value_at(values, indices, index);
  if (!value.ok()) {
    return value.error();
  }
  switch ((*value)->val_type()) {
    case KernelTypes::Null:
      return Tag::None;
    case KernelTypes::Int:
      return Tag::Int;
    case KernelTypes::Double:
      return Tag::Double;
    case KernelTypes::Bool:
      return Tag::Bool;
    case KernelTypes::String:
      return Tag::String;
    case KernelTypes::Tensor:
      return Tag::Tensor;
    default:
      ET_LOG(Error, "value %zu has type %d, which is no input or output", index,
             static_cast<int>((*value)->val_type()));
      return Error::Internal;
  }
}

Result<const executorch_flatbuffer::Tensor*> tensor_at(const FbValues* values,
                                                       const FbIndices* indices,
                                                       size_t index) {
  const auto value = value_at(values, indices, index);
  if (!value.ok()) {
    return value.error();
  }
  const auto* tensor = (*value)->val_as_Tensor();
  ET_CHECK_OR_RETURN_ERROR(tensor != nullptr, InvalidArgument,
                           "value %zu is no tensor", index);
  return tensor;
}

const flatbuffers::String* attribute_name(
    const executorch_flatbuffer::EValue* value) {
  const auto* tensor = value->val_as_Tensor();
  if (tensor == nullptr || tensor->extra_tensor_info() == nullptr) {
    return nullptr;
  }
  return tensor->extra_tensor_info()->fully_qualified_name();
}

}  // namespace

Result<TensorInfo> TensorInfo::create(Span<const int32_t> sizes,
                                      Span<const uint8_t> dim_order,
                                      aten::ScalarType scalar_type,
                                      const bool is_memory_planned,
                                      std::string_view name) {
  ET_CHECK_OR_RETURN_ERROR(isValid(scalar_type), InvalidArgument,
                           "no element type %d", static_cast<int>(scalar_type));
  const auto numel =
      aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  size_t nbytes = 0;
  ET_CHECK_OR_RETURN_ERROR(
      numel.ok() && !internal::mul_overflows(static_cast<size_t>(*numel),
                                             elementSize(scalar_type), &nbytes),
      InvalidArgument, "the sizes of a tensor are invalid");
  return TensorInfo(sizes, dim_order, scalar_type, is_memory_planned, name,
                    nbytes);
}

Result<TensorInfo> TensorInfo::create(
    const executorch_flatbuffer::Tensor* s_tensor, std::string_view name) {
  ET_CHECK_OR_RETURN_ERROR(
      s_tensor->sizes() != nullptr && s_tensor->dim_order() != nullptr,
      InvalidProgram, "a tensor has no sizes or dim order");
  return create({s_tensor->sizes()->data(), s_tensor->sizes()->size()},
                {s_tensor->dim_order()->data(), s_tensor->dim_order()->size()},
                static_cast<aten::ScalarType>(s_tensor->scalar_type()),
                s_tensor->allocation_info() != nullptr ||
                    s_tensor->data_buffer_idx() != 0,
                name);
}

const char* MethodMeta::name() const { return s_plan_->name()->c_str(); }

size_t MethodMeta::num_inputs() const {
  return s_plan_->inputs() == nullptr ? 0 : s_plan_->inputs()->size();
}

Result<Tag> MethodMeta::input_tag(size_t index) const {
  return tag_at(s_plan_->values(), s_plan_->inputs(), index);
}

Result<TensorInfo> MethodMeta::input_tensor_meta(size_t index) const {
  const auto tensor = tensor_at(s_plan_->values(), s_plan_->inputs(), index);
  if (!tensor.ok()) {
    return tensor.error();
  }
  return TensorInfo::create(*tensor, {});
}

size_t MethodMeta::num_outputs() const {
  return s_plan_->outputs() == nullptr ? 0 : s_plan_->outputs()->size();
}

Result<Tag> MethodMeta::output_tag(size_t index) const {
  return tag_at(s_plan_->values(), s_plan_->outputs(), index);
}

Result<TensorInfo> MethodMeta::output_tensor_meta(size_t index) const {
  const auto tensor = tensor_at(s_plan_->values(), s_plan_->outputs(), index);
  if (!tensor.ok()) {
    return tensor.error();
  }
  return TensorInfo::create(*tensor, {});
}

size_t MethodMeta::num_attributes() const {
  size_t count = 0;
  for (const auto* value : *s_plan_->values()) {
    count += attribute_name(value) != nullptr ? 1 : 0;
  }
  return count;
}

Result<TensorInfo> MethodMeta::attribute_tensor_meta(size_t index) const {
  size_t count = 0;
  for (const auto* value : *s_plan_->values()) {
    const auto* name = attribute_name(value);
    if (name != nullptr && count++ == index) {
      return TensorInfo::create(value->val_as_Tensor(), name->string_view());
    }
  }
  ET_LOG(Error, "attribute %zu of %zu", index, count);
  return Error::InvalidArgument;
}

size_t MethodMeta::num_memory_planned_buffers() const {
  const auto* sizes = s_plan_->non_const_buffer_sizes();
  return sizes == nullptr || sizes->size() == 0 ? 0 : sizes->size() - 1;
}

Result<int64_t> MethodMeta::memory_planned_buffer_size(size_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_memory_planned_buffers(),
                           InvalidArgument, "planned buffer %zu of %zu", index,
                           num_memory_planned_buffers());
  const int64_t nbytes = s_plan_->non_const_buffer_sizes()->Get(
      static_cast<flatbuffers::uoffset_t>(index + 1));
  ET_CHECK_OR_RETURN_ERROR(nbytes >= 0, InvalidProgram,
                           "planned buffer %zu has the size %" PRId64, index,
                           nbytes);
  return nbytes;
}

Result<etensor::Device> MethodMeta::memory_planned_buffer_device(
    size_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_memory_planned_buffers(),
                           InvalidArgument, "planned buffer %zu of %zu", index,
                           num_memory_planned_buffers());
  if (s_plan_->non_const_buffer_device() != nullptr) {
    for (const auto* entry : *s_plan_->non_const_buffer_device()) {
      if (static_cast<int64_t>(entry->buffer_idx()) ==
          static_cast<int64_t>(index) + 1) {
        return etensor::Device(
            static_cast<etensor::DeviceType>(entry->device_type()),
            static_cast<etensor::DeviceIndex>(entry->device_index()));
      }
    }
  }
  return etensor::Device(etensor::DeviceType::CPU, 0);
}

bool MethodMeta::uses_backend(const char* backend_name) const {
  ET_CHECK_MSG(backend_name != nullptr, "no backend name");
  for (size_t i = 0; i < num_backends(); ++i) {
    if (std::strcmp(*get_backend_name(i), backend_name) == 0) {
      return true;
    }
  }
  return false;
}

size_t MethodMeta::num_backends() const {
  return s_plan_->delegates() == nullptr ? 0 : s_plan_->delegates()->size();
}

Result<const char*> MethodMeta::get_backend_name(size_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_backends(), InvalidArgument,
                           "delegate %zu of %zu", index, num_backends());
  return s_plan_->delegates()
      ->Get(static_cast<flatbuffers::uoffset_t>(index))
      ->id()
      ->c_str();
}

size_t MethodMeta::num_instructions() const {
  size_t count = 0;
  if (s_plan_->chains() != nullptr) {
    for (const auto* chain : *s_plan_->chains()) {
      count +=
          chain->instructions() == nullptr ? 0 : chain->instructions()->size();
    }
  }
  return count;
}

}  // namespace runtime
}  // namespace executorch
