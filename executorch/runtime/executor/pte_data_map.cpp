#include <executorch/runtime/executor/pte_data_map.h>

#include <executorch/runtime/core/checked_math.h>

namespace executorch {
namespace runtime {
namespace internal {

Result<PteDataMap> PteDataMap::create(
    DataLoader* loader, size_t segment_base_offset,
    const flatbuffers::FlatbufferNamedData* named_data,
    const flatbuffers::FlatbufferDataSegment* segments) {
  ET_CHECK_OR_RETURN_ERROR(
      loader != nullptr && named_data != nullptr && segments != nullptr,
      InvalidArgument, "loader, named data or segments are missing");
  return PteDataMap(loader, segment_base_offset, named_data, segments);
}

Result<PteDataMap::Place> PteDataMap::find(std::string_view key) const {
  for (flatbuffers::uoffset_t i = 0; i < named_data_->size(); ++i) {
    const auto* entry = named_data_->Get(i);
    ET_CHECK_OR_RETURN_ERROR(entry != nullptr && entry->key() != nullptr,
                             InvalidArgument, "named data %u have no key",
                             static_cast<unsigned>(i));
    if (entry->key()->string_view() != key) {
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(
        entry->segment_index() < segments_->size(), InvalidArgument,
        "named data %s are in segment %" PRIu32 " of %u", entry->key()->c_str(),
        entry->segment_index(), static_cast<unsigned>(segments_->size()));
    const auto* segment = segments_->Get(entry->segment_index());
    size_t offset = 0;
    ET_CHECK_OR_RETURN_ERROR(
        segment->size() <= SIZE_MAX &&
            !add_overflows(segment_base_offset_,
                           static_cast<size_t>(segment->offset()), &offset),
        InvalidProgram, "named data %s lie too far", entry->key()->c_str());
    return Place{offset, static_cast<size_t>(segment->size()),
                 entry->segment_index()};
  }
  return Error::NotFound;
}

Result<FreeableBuffer> PteDataMap::get_data(std::string_view key) const {
  const Result<Place> place = find(key);
  if (!place.ok()) {
    return place.error();
  }
  return loader_->load(
      place->offset, place->size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Constant,
                              place->segment_index));
}

Result<uint32_t> PteDataMap::get_num_keys() const {
  return named_data_->size();
}

Result<const char*> PteDataMap::get_key(uint32_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < named_data_->size(), InvalidArgument,
                           "key %" PRIu32 " of %u", index,
                           static_cast<unsigned>(named_data_->size()));
  const auto* entry = named_data_->Get(index);
  ET_CHECK_OR_RETURN_ERROR(entry != nullptr && entry->key() != nullptr,
                           InvalidArgument,
                           "named data %" PRIu32 " have no key", index);
  return entry->key()->c_str();
}

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
