#include <executorch/runtime/executor/tensor_parser.h>

#include <cstring>

#include <executorch/runtime/core/checked_math.h>

namespace executorch {
namespace runtime {
namespace deserialization {

namespace fb = executorch_flatbuffer;

/// Reaches the private parts of a program that tensors need.
class TensorParser final {
 public:
  static Error load_initial_values(const Program* program,
                                   const fb::Tensor* s_tensor, size_t nbytes,
                                   void* buffer) {
    const auto* info = s_tensor->extra_tensor_info();
    const uint64_t list =
        info == nullptr ? 0 : info->mutable_data_segments_idx();
    ET_CHECK_OR_RETURN_ERROR(list <= SIZE_MAX, InvalidProgram,
                             "initial values %" PRIu64, list);
    return program->load_mutable_subsegment_into(
        static_cast<size_t>(list), s_tensor->data_buffer_idx(), nbytes, buffer);
  }
};

namespace {

Result<void*> planned_address(const fb::AllocationDetails* place, size_t nbytes,
                              HierarchicalAllocator* allocator) {
  ET_CHECK_OR_RETURN_ERROR(allocator != nullptr, InvalidState,
                           "the method needs planned memory, none is given");
  ET_CHECK_OR_RETURN_ERROR(place->memory_id() > 0, InvalidProgram,
                           "planned buffer 0 is unused");
  const uint64_t offset = static_cast<uint64_t>(place->memory_offset_high())
                              << 32 |
                          place->memory_offset_low();
  ET_CHECK_OR_RETURN_ERROR(offset <= SIZE_MAX, NotSupported,
                           "planned offset %" PRIu64, offset);
  return allocator->get_offset_address(place->memory_id() - 1,
                                       static_cast<size_t>(offset), nbytes);
}

bool is_external(const fb::Tensor* s_tensor) {
  return s_tensor->extra_tensor_info() != nullptr &&
         s_tensor->extra_tensor_info()->location() ==
             fb::TensorDataLocation::EXTERNAL;
}

Result<const char*> external_key(const fb::Tensor* s_tensor) {
  const auto* name = s_tensor->extra_tensor_info()->fully_qualified_name();
  ET_CHECK_OR_RETURN_ERROR(
      name != nullptr, InvalidExternalData,
      "a tensor with data outside of the program has no name");
  return name->c_str();
}

Result<void*> external_constant(const char* key, size_t nbytes,
                                Span<NamedData> external_constants) {
  NamedData* const data = get_data_by_key(key, external_constants);
  ET_CHECK_OR_RETURN_ERROR(data != nullptr, Internal,
                           "the data of %s have not been loaded", key);
  ET_CHECK_OR_RETURN_ERROR(data->buffer.size() >= nbytes, InvalidExternalData,
                           "%s has %zu bytes, %zu needed", key,
                           data->buffer.size(), nbytes);
  return const_cast<void*>(data->buffer.data());
}

Error load_external_values(const fb::Tensor* s_tensor, const char* key,
                           const NamedDataMap* named_data_map, void* buffer,
                           size_t nbytes) {
  ET_CHECK_OR_RETURN_ERROR(
      named_data_map != nullptr, InvalidExternalData,
      "%s lies outside of the program, and no data are given", key);
  const auto layout = named_data_map->get_tensor_layout(key);
  if (!layout.ok()) {
    return layout.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(validateTensorLayout(s_tensor, *layout),
                              "the data of %s", key);
  return named_data_map->load_data_into(key, buffer, nbytes);
}

}  // namespace

NamedData* get_data_by_key(const char* key, Span<NamedData> entries) {
  for (NamedData& entry : entries) {
    if (std::strcmp(key, entry.key) == 0) {
      return &entry;
    }
  }
  return nullptr;
}

Error validateTensorLayout(const fb::Tensor* s_tensor,
                           const TensorLayout& expected_layout) {
  ET_CHECK_OR_RETURN_ERROR(
      static_cast<aten::ScalarType>(s_tensor->scalar_type()) ==
          expected_layout.scalar_type(),
      InvalidExternalData, "type %s, expected %s",
      toString(expected_layout.scalar_type()),
      toString(static_cast<aten::ScalarType>(s_tensor->scalar_type())));
  const auto* sizes = s_tensor->sizes();
  const auto* dim_order = s_tensor->dim_order();
  const size_t dim = expected_layout.sizes().size();
  ET_CHECK_OR_RETURN_ERROR(
      sizes != nullptr && dim_order != nullptr && sizes->size() == dim &&
          dim_order->size() == dim,
      InvalidExternalData, "%zu dimensions, expected %u", dim,
      static_cast<unsigned>(sizes == nullptr ? 0 : sizes->size()));
  for (size_t i = 0; i < dim; ++i) {
    const auto at = static_cast<flatbuffers::uoffset_t>(i);
    ET_CHECK_OR_RETURN_ERROR(
        sizes->Get(at) == expected_layout.sizes()[i] &&
            dim_order->Get(at) == expected_layout.dim_order()[i],
        InvalidExternalData,
        "size %" PRId32 " and dim order %d at %zu, expected %" PRId32 " and %d",
        expected_layout.sizes()[i], expected_layout.dim_order()[i], i,
        sizes->Get(at), dim_order->Get(at));
  }
  return Error::Ok;
}

Result<void*> getTensorDataPtr(const fb::Tensor* s_tensor,
                               const Program* program, size_t nbytes,
                               HierarchicalAllocator* allocator,
                               const NamedDataMap* named_data_map,
                               Span<NamedData> external_constants) {
  const char* key = nullptr;
  if (is_external(s_tensor)) {
    const Result<const char*> name = external_key(s_tensor);
    if (!name.ok()) {
      return name.error();
    }
    key = *name;
  }
  const auto* place = s_tensor->allocation_info();
  if (place == nullptr) {
    if (key != nullptr) {
      return external_constant(key, nbytes, external_constants);
    }
    if (s_tensor->data_buffer_idx() == 0) {
      return static_cast<void*>(nullptr);
    }
    const Result<const void*> constant =
        program->get_constant_buffer_data(s_tensor->data_buffer_idx(), nbytes);
    if (!constant.ok()) {
      return constant.error();
    }
    return const_cast<void*>(*constant);
  }
  Result<void*> address = planned_address(place, nbytes, allocator);
  if (!address.ok()) {
    return address;
  }
  if (key != nullptr) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        load_external_values(s_tensor, key, named_data_map, *address, nbytes));
  } else if (s_tensor->data_buffer_idx() > 0) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        TensorParser::load_initial_values(program, s_tensor, nbytes, *address));
  }
  return address;
}

}  // namespace deserialization
}  // namespace runtime
}  // namespace executorch
