#include <executorch/extension/flat_tensor/serialize/serialize.h>

#include <cstring>
#include <fstream>
#include <vector>

#include <executorch/extension/flat_tensor/serialize/flat_tensor_generated.h>
#include <executorch/extension/flat_tensor/serialize/flat_tensor_header.h>

namespace executorch {
namespace extension {
namespace flat_tensor {

namespace {

namespace schema = ::flat_tensor_flatbuffer;

using runtime::Error;
using Tensors = std::map<std::string, aten::Tensor>;

/// Root offset and identifier, which stand in front of the header.
constexpr size_t kPrefixSize = 8;

size_t round_up(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

Error check(const Tensors& tensors, size_t alignment) {
  const uint16_t one = 1;
  ET_CHECK_OR_RETURN_ERROR(*reinterpret_cast<const uint8_t*>(&one) == 1,
                           NotSupported, "a big endian machine");
  ET_CHECK_OR_RETURN_ERROR(alignment > 0, InvalidArgument,
                           "tensors cannot be aligned to 0 bytes");
  for (const auto& [name, tensor] : tensors) {
    ET_CHECK_OR_RETURN_ERROR(
        tensor.nbytes() == 0 || tensor.const_data_ptr() != nullptr,
        InvalidArgument, "tensor %s has no data", name.c_str());
  }
  return Error::Ok;
}

/// Writes the flatbuffer to `builder`; returns the bytes of all segments, the
/// last of which is not filled up.
uint64_t build(const Tensors& tensors, size_t alignment,
               flatbuffers::FlatBufferBuilder& builder) {
  std::vector<flatbuffers::Offset<schema::NamedData>> named_data;
  std::vector<flatbuffers::Offset<schema::DataSegment>> segments;
  uint64_t offset = 0;
  uint64_t end = 0;
  for (const auto& [name, tensor] : tensors) {
    const auto key = builder.CreateString(name);
    const auto sizes =
        builder.CreateVector(tensor.sizes().data(), tensor.sizes().size());
    const auto dim_order = builder.CreateVector(tensor.dim_order().data(),
                                                tensor.dim_order().size());
    const auto layout = schema::CreateTensorLayout(
        builder,
        static_cast<executorch_flatbuffer::ScalarType>(tensor.scalar_type()),
        sizes, dim_order);
    named_data.push_back(schema::CreateNamedData(
        builder, key, static_cast<uint32_t>(segments.size()), layout));
    segments.push_back(
        schema::CreateDataSegment(builder, offset, tensor.nbytes()));
    end = offset + tensor.nbytes();
    offset = round_up(end, alignment);
  }
  const auto segment_vector = builder.CreateVector(segments);
  const auto named_vector = builder.CreateVector(named_data);
  builder.Finish(schema::CreateFlatTensor(builder, kSchemaVersion,
                                          segment_vector, named_vector),
                 schema::FlatTensorIdentifier());
  return end;
}

template <typename T>
void put(std::ostream& out, T value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof(value));
}

void put_zeros(std::ostream& out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    out.put('\0');
  }
}

void put_header(std::ostream& out, const FlatTensorHeader& header) {
  out.write(FlatTensorHeader::kMagic, FlatTensorHeader::kMagicSize);
  put(out, FlatTensorHeader::kHeaderExpectedLength);
  put(out, header.flatbuffer_offset);
  put(out, header.flatbuffer_size);
  put(out, header.segment_base_offset);
  put(out, header.segment_data_size);
}

void put_segments(std::ostream& out, const Tensors& tensors, size_t alignment) {
  size_t gap = 0;
  for (const auto& [name, tensor] : tensors) {
    put_zeros(out, gap);
    const size_t nbytes = tensor.nbytes();
    out.write(static_cast<const char*>(tensor.const_data_ptr()),
              static_cast<std::streamsize>(nbytes));
    gap = round_up(nbytes, alignment) - nbytes;
  }
}

/// The flatbuffer moves back by `header_size`, so its root offset grows.
void put_file(std::ostream& out, const flatbuffers::FlatBufferBuilder& builder,
              const Tensors& tensors, size_t alignment, uint64_t segment_size) {
  const auto* const buffer =
      reinterpret_cast<const char*>(builder.GetBufferPointer());
  const size_t size = builder.GetSize();
  const size_t header_size =
      round_up(FlatTensorHeader::kHeaderExpectedLength, alignment);
  const size_t padded_size = round_up(size, alignment);
  uint32_t root = 0;
  std::memcpy(&root, buffer, sizeof(root));
  put(out, static_cast<uint32_t>(root + header_size));
  out.write(buffer + sizeof(root), kPrefixSize - sizeof(root));
  put_header(out, {header_size, size, header_size + padded_size, segment_size});
  put_zeros(out, header_size - FlatTensorHeader::kHeaderExpectedLength);
  out.write(buffer + kPrefixSize,
            static_cast<std::streamsize>(size - kPrefixSize));
  put_zeros(out, padded_size - size);
  put_segments(out, tensors, alignment);
}

Error write(std::ostream& out, const Tensors& tensors, size_t alignment) {
  const Error error = check(tensors, alignment);
  if (error != Error::Ok) {
    return error;
  }
  flatbuffers::FlatBufferBuilder builder;
  const uint64_t segment_size = build(tensors, alignment, builder);
  put_file(out, builder, tensors, alignment, segment_size);
  out.flush();
  ET_CHECK_OR_RETURN_ERROR(out.good(), AccessFailed,
                           "the tensors could not be written");
  return Error::Ok;
}

}  // namespace

Error save_ptd(std::ostream& out, const Tensors& tensor_map,
               const size_t tensor_alignment) {
  return write(out, tensor_map, tensor_alignment);
}

Error save_ptd(const std::string& path, const Tensors& tensor_map,
               const size_t tensor_alignment) {
  std::ofstream file(path, std::ios::binary);
  ET_CHECK_OR_RETURN_ERROR(file.is_open(), AccessFailed, "%s cannot be written",
                           path.c_str());
  return write(file, tensor_map, tensor_alignment);
}

}  // namespace flat_tensor
}  // namespace extension
}  // namespace executorch
