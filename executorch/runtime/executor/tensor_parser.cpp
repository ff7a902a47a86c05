#include <executorch/runtime/executor/tensor_parser.h>

#include <algorithm>

#include <executorch/runtime/core/checked_math.h>
#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_info.h>
#include <executorch/runtime/executor/program_validation.h>

namespace executorch {
namespace runtime {
namespace deserialization {

namespace fb = executorch_flatbuffer;

namespace {

/// What a tensor needs besides its data.
struct Shape {
  ssize_t dim;
  aten::SizesType* sizes;
  aten::DimOrderType* dim_order;
  aten::StridesType* strides;
};

Error check_shape(const fb::Tensor* s_tensor) {
  ET_CHECK_OK_OR_RETURN_ERROR(validate_tensor(s_tensor));
  ET_CHECK_OR_RETURN_ERROR(s_tensor->storage_offset() == 0, NotSupported,
                           "a storage offset of %" PRId32
                           ", only 0 is supported",
                           s_tensor->storage_offset());
  ET_CHECK_OR_RETURN_ERROR(
      s_tensor->shape_dynamism() != fb::TensorShapeDynamism::DYNAMIC_UNBOUND,
      NotSupported, "the tensor has no upper bound");
  ET_CHECK_OR_RETURN_ERROR(
      s_tensor->shape_dynamism() == fb::TensorShapeDynamism::STATIC ||
          s_tensor->shape_dynamism() == fb::TensorShapeDynamism::DYNAMIC_BOUND,
      InvalidProgram, "shape dynamism %d",
      static_cast<int>(s_tensor->shape_dynamism()));
  const size_t dim = s_tensor->sizes()->size();
  ET_CHECK_OR_RETURN_ERROR(dim <= kTensorDimensionLimit, InvalidProgram,
                           "the tensor has %zu dimensions, at most %zu", dim,
                           kTensorDimensionLimit);
  ET_CHECK_OR_RETURN_ERROR(
      s_tensor->dim_order() != nullptr && s_tensor->dim_order()->size() == dim,
      InvalidProgram,
      "the dim order does not have the %zu dimensions of the tensor", dim);
  ET_CHECK_OR_RETURN_ERROR(
      validate_dim_order(s_tensor->dim_order()->data(), dim), InvalidProgram,
      "the dim order is no permutation of %zu dimensions", dim);
  return Error::Ok;
}

template <typename T, typename Stored>
T* copy_list(MemoryAllocator* allocator, const Stored* from, size_t size) {
  T* const list = allocator->allocateList<T>(size);
  if (list != nullptr) {
    std::copy(from, from + size, list);
  }
  return list;
}

Result<Shape> make_shape(MemoryAllocator* allocator,
                         const fb::Tensor* s_tensor) {
  const size_t dim = s_tensor->sizes()->size();
  Shape shape{static_cast<ssize_t>(dim), nullptr, nullptr, nullptr};
  if (dim == 0) {
    return shape;
  }
  // Nothing writes to the sizes of a static tensor, nor to any dim order.
  shape.dim_order =
      const_cast<aten::DimOrderType*>(s_tensor->dim_order()->data());
  shape.sizes = s_tensor->shape_dynamism() == fb::TensorShapeDynamism::STATIC
                    ? const_cast<aten::SizesType*>(s_tensor->sizes()->data())
                    : copy_list<aten::SizesType>(
                          allocator, s_tensor->sizes()->data(), dim);
  shape.strides = allocator->allocateList<aten::StridesType>(dim);
  ET_CHECK_OR_RETURN_ERROR(shape.sizes != nullptr && shape.strides != nullptr,
                           MemoryAllocationFailed,
                           "no method memory for the shape of a tensor");
  ET_CHECK_OR_RETURN_ERROR(dim_order_to_stride(shape.sizes, shape.dim_order,
                                               dim, shape.strides) == Error::Ok,
                           InvalidProgram, "the tensor has no strides");
  return shape;
}

Error check_data(const fb::Tensor* s_tensor, const void* data, size_t nbytes) {
  if (data == nullptr || nbytes == 0) {
    return Error::Ok;
  }
  const auto type = static_cast<aten::ScalarType>(s_tensor->scalar_type());
  const size_t element_nbytes = elementSize(type);
  const size_t alignment = element_nbytes < 8 ? element_nbytes : 8;
  ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(data) % alignment == 0,
                           InvalidProgram,
                           "data of type %s at %p are not aligned to %zu bytes",
                           toString(type), data, alignment);
  const bool has_values = s_tensor->data_buffer_idx() > 0 ||
                          (s_tensor->extra_tensor_info() != nullptr &&
                           s_tensor->extra_tensor_info()->location() ==
                               fb::TensorDataLocation::EXTERNAL);
  if (type == aten::ScalarType::Bool && has_values) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    ET_CHECK_OR_RETURN_ERROR(
        std::all_of(bytes, bytes + nbytes, [](uint8_t b) { return b <= 1; }),
        InvalidProgram,
        "a constant of type Bool has values other than 0 and 1");
  }
  return Error::Ok;
}

Error check_device(const fb::Tensor* s_tensor) {
  const auto* info = s_tensor->extra_tensor_info();
  ET_CHECK_OR_RETURN_ERROR(
      info == nullptr ||
          (static_cast<int>(info->device_type()) >= 0 &&
           static_cast<size_t>(info->device_type()) < etensor::kNumDeviceTypes),
      InvalidProgram, "device type %d", static_cast<int>(info->device_type()));
  return Error::Ok;
}

}  // namespace

Result<aten::Tensor> parseTensor(const Program* program,
                                 MemoryManager* memory_manager,
                                 const fb::Tensor* s_tensor,
                                 const NamedDataMap* named_data_map,
                                 Span<NamedData> external_constants) {
  ET_CHECK_OK_OR_RETURN_ERROR(check_shape(s_tensor));
  ET_CHECK_OK_OR_RETURN_ERROR(check_device(s_tensor));
  MemoryAllocator* const allocator = memory_manager->method_allocator();
  const Result<Shape> shape = make_shape(allocator, s_tensor);
  if (!shape.ok()) {
    return shape.error();
  }
  auto* const impl = allocator->allocateInstance<aten::TensorImpl>();
  ET_CHECK_OR_RETURN_ERROR(impl != nullptr, MemoryAllocationFailed,
                           "no method memory for a tensor");
  const auto* info = s_tensor->extra_tensor_info();
  new (impl) aten::TensorImpl(
      static_cast<aten::ScalarType>(s_tensor->scalar_type()), shape->dim,
      shape->sizes, nullptr, shape->dim_order, shape->strides,
      static_cast<TensorShapeDynamism>(s_tensor->shape_dynamism()),
      info == nullptr ? aten::DeviceType::CPU
                      : static_cast<aten::DeviceType>(info->device_type()),
      info == nullptr ? aten::DeviceIndex(0)
                      : static_cast<aten::DeviceIndex>(info->device_index()));
  const Result<void*> data = getTensorDataPtr(
      s_tensor, program, impl->nbytes(), memory_manager->planned_memory(),
      named_data_map, external_constants);
  if (!data.ok()) {
    return data.error();
  }
  if (impl->device_type() == aten::DeviceType::CPU) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_data(s_tensor, *data, impl->nbytes()));
  }
  if (*data != nullptr) {
    impl->set_data(*data, impl->nbytes());
  }
  return aten::Tensor(impl);
}

namespace internal {

Result<EValue**> parse_indices(const flatbuffers::Vector<int32_t>* indices,
                               EValue* values, size_t values_len,
                               bool none_allowed,
                               MemoryManager* memory_manager) {
  const size_t size = indices->size();
  ET_CHECK_OR_RETURN_ERROR(size <= INT32_MAX, InvalidProgram,
                           "a list of %zu items", size);
  EValue** const list =
      memory_manager->method_allocator()->allocateList<EValue*>(size);
  ET_CHECK_OR_RETURN_ERROR(list != nullptr, MemoryAllocationFailed,
                           "no method memory for a list of %zu items", size);
  for (size_t i = 0; i < size; ++i) {
    const int32_t index = indices->Get(static_cast<flatbuffers::uoffset_t>(i));
    if (none_allowed && index == -1) {
      list[i] = nullptr;
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(
        index >= 0 && static_cast<size_t>(index) < values_len, InvalidProgram,
        "a list refers to value %" PRId32 " of %zu", index, values_len);
    list[i] = &values[index];
  }
  return list;
}

}  // namespace internal

Result<BoxedEvalueList<aten::Tensor>> parseTensorList(
    const flatbuffers::Vector<int32_t>* tensor_indices, EValue* values,
    size_t values_len, MemoryManager* memory_manager) {
  const Result<EValue**> elements = internal::parse_indices(
      tensor_indices, values, values_len, false, memory_manager);
  if (!elements.ok()) {
    return elements.error();
  }
  const size_t size = tensor_indices->size();
  auto* const room =
      memory_manager->method_allocator()->allocateList<aten::Tensor>(size);
  ET_CHECK_OR_RETURN_ERROR(room != nullptr, MemoryAllocationFailed,
                           "no method memory for a list of %zu tensors", size);
  for (size_t i = 0; i < size; ++i) {
    const Result<aten::Tensor> tensor = (*elements)[i]->tryToTensor();
    if (!tensor.ok()) {
      return tensor.error();
    }
    new (&room[i]) aten::Tensor(*tensor);
  }
  return BoxedEvalueList<aten::Tensor>(*elements, room, static_cast<int>(size));
}

}  // namespace deserialization
}  // namespace runtime
}  // namespace executorch
