#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>

#include <cinttypes>

#include <executorch/extension/flat_tensor/serialize/flat_tensor_generated.h>
#include <executorch/runtime/core/checked_math.h>

namespace executorch {
namespace extension {

namespace {

namespace schema = ::flat_tensor_flatbuffer;

using runtime::DataLoader;
using runtime::Error;
using runtime::FreeableBuffer;
using runtime::Result;
using runtime::TensorLayout;

/// What the flatbuffer's widest numbers need.
constexpr size_t kBufferAlignment = 8;

Result<const TensorLayout> layout_of(const schema::TensorLayout& layout) {
  const auto* const sizes = layout.sizes();
  const auto* const dim_order = layout.dim_order();
  ET_CHECK_OR_RETURN_ERROR(
      sizes != nullptr && dim_order != nullptr &&
          sizes->size() == dim_order->size(),
      InvalidExternalData, "a layout of %u sizes and %u dimensions in order",
      sizes == nullptr ? 0u : static_cast<unsigned>(sizes->size()),
      dim_order == nullptr ? 0u : static_cast<unsigned>(dim_order->size()));
  return TensorLayout::create(
      {sizes->data(), sizes->size()}, {dim_order->data(), dim_order->size()},
      static_cast<aten::ScalarType>(layout.scalar_type()));
}

Error check_segment(const schema::DataSegment* segment, size_t index,
                    const FlatTensorHeader& header) {
  ET_CHECK_OR_RETURN_ERROR(segment != nullptr, InvalidExternalData,
                           "segment %zu is missing", index);
  ET_CHECK_OR_RETURN_ERROR(
      segment->offset() <= header.segment_data_size &&
          segment->size() <= header.segment_data_size - segment->offset(),
      InvalidExternalData,
      "segment %zu has %" PRIu64 " bytes at offset %" PRIu64 " of %" PRIu64,
      index, segment->size(), segment->offset(), header.segment_data_size);
  return Error::Ok;
}

Error check_entry(const schema::NamedData* entry, size_t index,
                  const schema::FlatTensor& flat_tensor) {
  ET_CHECK_OR_RETURN_ERROR(entry != nullptr && entry->key() != nullptr,
                           InvalidExternalData, "named data %zu have no key",
                           index);
  ET_CHECK_OR_RETURN_ERROR(
      entry->segment_index() < flat_tensor.segments()->size(),
      InvalidExternalData, "%s is in segment %" PRIu32 " of %u",
      entry->key()->c_str(), entry->segment_index(),
      static_cast<unsigned>(flat_tensor.segments()->size()));
  if (entry->tensor_layout() == nullptr) {
    return Error::Ok;
  }
  const auto layout = layout_of(*entry->tensor_layout());
  const uint64_t size =
      flat_tensor.segments()->Get(entry->segment_index())->size();
  ET_CHECK_OR_RETURN_ERROR(
      layout.ok() && layout->nbytes() <= size, InvalidExternalData,
      "the layout of %s does not fit its %" PRIu64 " bytes",
      entry->key()->c_str(), size);
  return Error::Ok;
}

Error check_entries(const schema::FlatTensor& flat_tensor,
                    const FlatTensorHeader& header) {
  ET_CHECK_OR_RETURN_ERROR(
      flat_tensor.named_data() != nullptr && flat_tensor.segments() != nullptr,
      InvalidExternalData, "named data or segments are missing");
  for (flatbuffers::uoffset_t i = 0; i < flat_tensor.segments()->size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        check_segment(flat_tensor.segments()->Get(i), i, header));
  }
  for (flatbuffers::uoffset_t i = 0; i < flat_tensor.named_data()->size();
       ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(
        check_entry(flat_tensor.named_data()->Get(i), i, flat_tensor));
  }
  return Error::Ok;
}

/// Reads the header and checks it against the size of the file.
Result<FlatTensorHeader> load_header(const DataLoader& loader) {
  const auto head = loader.load(
      0, FlatTensorHeader::kNumHeadBytes,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Program));
  if (!head.ok()) {
    return head.error();
  }
  const auto header = FlatTensorHeader::Parse(head->data(), head->size());
  ET_CHECK_OR_RETURN_ERROR(header.ok(), InvalidExternalData,
                           "no valid header of external data");
  const auto size = loader.size();
  if (!size.ok()) {
    return size.error();
  }
  uint64_t flatbuffer_end = 0;
  uint64_t segment_end = 0;
  ET_CHECK_OR_RETURN_ERROR(
      !runtime::internal::add_overflows(header->flatbuffer_offset,
                                        header->flatbuffer_size,
                                        &flatbuffer_end) &&
          !runtime::internal::add_overflows(header->segment_base_offset,
                                            header->segment_data_size,
                                            &segment_end) &&
          flatbuffer_end <= *size && segment_end <= *size,
      InvalidExternalData,
      "the file has %zu bytes, its header says that the flatbuffer ends at "
      "%" PRIu64 " and the segments at %" PRIu64,
      *size, flatbuffer_end, segment_end);
  return *header;
}

}  // namespace

Result<FlatTensorDataMap> FlatTensorDataMap::load(DataLoader* loader) {
  ET_CHECK_OR_RETURN_ERROR(loader != nullptr, InvalidArgument, "no loader");
  const auto header = load_header(*loader);
  if (!header.ok()) {
    return header.error();
  }
  auto data = loader->load(
      0,
      static_cast<size_t>(header->flatbuffer_offset + header->flatbuffer_size),
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Program));
  if (!data.ok()) {
    return data.error();
  }
  ET_CHECK_OR_RETURN_ERROR(
      reinterpret_cast<uintptr_t>(data->data()) % kBufferAlignment == 0,
      InvalidArgument, "external data are not aligned to %zu bytes",
      kBufferAlignment);
  flatbuffers::Verifier verifier(static_cast<const uint8_t*>(data->data()),
                                 data->size());
  ET_CHECK_OR_RETURN_ERROR(schema::VerifyFlatTensorBuffer(verifier),
                           InvalidExternalData,
                           "the flatbuffer of external data is damaged");
  const auto* const flat_tensor = schema::GetFlatTensor(data->data());
  ET_CHECK_OK_OR_RETURN_ERROR(check_entries(*flat_tensor, *header));
  return FlatTensorDataMap(*header, std::move(*data), flat_tensor, loader);
}

const schema::NamedData* FlatTensorDataMap::find(std::string_view key) const {
  const auto* const entries = flat_tensor_->named_data();
  for (flatbuffers::uoffset_t i = 0; i < entries->size(); ++i) {
    if (entries->Get(i)->key()->string_view() == key) {
      return entries->Get(i);
    }
  }
  return nullptr;
}

FlatTensorDataMap::Place FlatTensorDataMap::place_of(
    const schema::NamedData& entry) const {
  const auto* const segment =
      flat_tensor_->segments()->Get(entry.segment_index());
  return {static_cast<size_t>(header_.segment_base_offset + segment->offset()),
          static_cast<size_t>(segment->size()), entry.segment_index()};
}

Result<const TensorLayout> FlatTensorDataMap::get_tensor_layout(
    std::string_view key) const {
  const auto* const entry = find(key);
  if (entry == nullptr || entry->tensor_layout() == nullptr) {
    return Error::NotFound;
  }
  return layout_of(*entry->tensor_layout());
}

Result<FreeableBuffer> FlatTensorDataMap::get_data(std::string_view key) const {
  const auto* const entry = find(key);
  if (entry == nullptr) {
    return Error::NotFound;
  }
  const Place place = place_of(*entry);
  return loader_->load(
      place.offset, place.size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Constant,
                              place.segment_index));
}

Error FlatTensorDataMap::load_data_into(std::string_view key, void* buffer,
                                        size_t size) const {
  const auto* const entry = find(key);
  if (entry == nullptr) {
    return Error::NotFound;
  }
  const Place place = place_of(*entry);
  ET_CHECK_OR_RETURN_ERROR(size <= place.size, InvalidArgument,
                           "%zu bytes wanted of %zu of %s", size, place.size,
                           entry->key()->c_str());
  return loader_->load_into(
      place.offset, size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Mutable,
                              place.segment_index),
      buffer);
}

Result<uint32_t> FlatTensorDataMap::get_num_keys() const {
  return flat_tensor_->named_data()->size();
}

Result<const char*> FlatTensorDataMap::get_key(uint32_t index) const {
  const uint32_t count = flat_tensor_->named_data()->size();
  ET_CHECK_OR_RETURN_ERROR(index < count, InvalidArgument,
                           "key %" PRIu32 " of %" PRIu32, index, count);
  return flat_tensor_->named_data()->Get(index)->key()->c_str();
}

}  // namespace extension
}  // namespace executorch
