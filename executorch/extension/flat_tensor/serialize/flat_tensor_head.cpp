#include <executorch/extension/flat_tensor/serialize/flat_tensor_head.h>

#include <cstring>

#include <executorch/extension/flat_tensor/serialize/flat_tensor_generated.h>
#include <executorch/extension/flat_tensor/serialize/flat_tensor_header.h>
#include <executorch/extension/flat_tensor/serialize/serialize.h>

namespace executorch {
namespace extension {
namespace flat_tensor {

namespace {

namespace schema = ::flat_tensor_flatbuffer;

size_t round_up(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

flatbuffers::Offset<schema::TensorLayout> layout_of(
    const HeadEntry& entry, flatbuffers::FlatBufferBuilder& builder) {
  if (!entry.has_layout) {
    return {};
  }
  const auto sizes =
      builder.CreateVector(entry.sizes.data(), entry.sizes.size());
  const auto dim_order =
      builder.CreateVector(entry.dim_order.data(), entry.dim_order.size());
  return schema::CreateTensorLayout(
      builder,
      static_cast<executorch_flatbuffer::ScalarType>(entry.scalar_type), sizes,
      dim_order);
}

void build(const std::vector<HeadEntry>& entries,
           const std::vector<HeadSegment>& segments,
           flatbuffers::FlatBufferBuilder& builder) {
  std::vector<flatbuffers::Offset<schema::NamedData>> named_data;
  std::vector<flatbuffers::Offset<schema::DataSegment>> offsets;
  const auto add_segment = [&](const HeadSegment& segment) {
    offsets.push_back(
        schema::CreateDataSegment(builder, segment.offset, segment.nbytes));
  };
  for (const HeadEntry& entry : entries) {
    const auto key = builder.CreateString(entry.key);
    const auto layout = layout_of(entry, builder);
    named_data.push_back(schema::CreateNamedData(
        builder, key, static_cast<uint32_t>(entry.segment_index), layout));
    // Beside its tensor, as ExecuTorch's writer has it.
    if (entry.segment_index == offsets.size()) {
      add_segment(segments[entry.segment_index]);
    }
  }
  while (offsets.size() < segments.size()) {
    add_segment(segments[offsets.size()]);
  }
  const auto segment_vector = builder.CreateVector(offsets);
  const auto named_vector = builder.CreateVector(named_data);
  builder.Finish(schema::CreateFlatTensor(builder, kSchemaVersion,
                                          segment_vector, named_vector),
                 schema::FlatTensorIdentifier());
}

template <typename T>
void put(std::vector<uint8_t>& bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(value));
}

}  // namespace

std::vector<uint8_t> make_head(const std::vector<HeadEntry>& entries,
                               const std::vector<HeadSegment>& segments,
                               size_t alignment) {
  using Header = FlatTensorHeader;
  flatbuffers::FlatBufferBuilder builder;
  build(entries, segments, builder);
  const uint8_t* const buffer = builder.GetBufferPointer();
  const size_t nbytes = builder.GetSize();
  const size_t header_nbytes =
      round_up(Header::kHeaderExpectedLength, alignment);
  const uint64_t segment_nbytes =
      segments.empty() ? 0 : segments.back().offset + segments.back().nbytes;
  std::vector<uint8_t> head(header_nbytes + round_up(nbytes, alignment));
  std::memcpy(head.data(), buffer, Header::kHeaderOffset);
  std::memcpy(head.data() + Header::kHeaderOffset + header_nbytes,
              buffer + Header::kHeaderOffset, nbytes - Header::kHeaderOffset);
  // The tables move back by the header, so the root's offset grows.
  uint32_t root = 0;
  std::memcpy(&root, buffer, sizeof(root));
  put(head, 0, static_cast<uint32_t>(root + header_nbytes));
  std::memcpy(head.data() + Header::kHeaderOffset, Header::kMagic,
              Header::kMagicSize);
  size_t at = Header::kHeaderOffset + Header::kMagicSize;
  put(head, at, Header::kHeaderExpectedLength);
  at += sizeof(uint32_t);
  for (const uint64_t field : {uint64_t{header_nbytes}, uint64_t{nbytes},
                               uint64_t{head.size()}, segment_nbytes}) {
    put(head, at, field);
    at += sizeof(field);
  }
  return head;
}

}  // namespace flat_tensor
}  // namespace extension
}  // namespace executorch
