#include <executorch/extension/named_data_map/merged_data_map.h>

#include <cinttypes>

namespace executorch {
namespace extension {
namespace merged_data_map {

using runtime::Error;
using runtime::FreeableBuffer;
using runtime::NamedDataMap;
using runtime::Result;
using runtime::TensorLayout;

Result<MergedDataMap> MergedDataMap::load(
    runtime::Span<const NamedDataMap*> named_data_maps) {
  MergedDataMap merged;
  size_t num_maps = 0;
  for (const NamedDataMap* map : named_data_maps) {
    if (map != nullptr) {
      ++num_maps;
      ET_CHECK_OK_OR_RETURN_ERROR(merged.add(*map));
    }
  }
  ET_CHECK_OR_RETURN_ERROR(num_maps > 0, InvalidArgument,
                           "no data maps to merge");
  return merged;
}

Error MergedDataMap::add(const NamedDataMap& map) {
  const auto num_keys = map.get_num_keys();
  if (!num_keys.ok()) {
    return num_keys.error();
  }
  for (uint32_t i = 0; i < *num_keys; ++i) {
    const auto key = map.get_key(i);
    if (!key.ok()) {
      return key.error();
    }
    ET_CHECK_OR_RETURN_ERROR(maps_.emplace(*key, &map).second, InvalidArgument,
                             "two data maps have the key %s", *key);
    keys_.push_back(*key);
  }
  return Error::Ok;
}

const NamedDataMap* MergedDataMap::find(std::string_view key) const {
  const auto found = maps_.find(key);
  return found == maps_.end() ? nullptr : found->second;
}

Result<const TensorLayout> MergedDataMap::get_tensor_layout(
    std::string_view key) const {
  const NamedDataMap* const map = find(key);
  if (map == nullptr) {
    return Error::NotFound;
  }
  return map->get_tensor_layout(key);
}

Result<FreeableBuffer> MergedDataMap::get_data(std::string_view key) const {
  const NamedDataMap* const map = find(key);
  if (map == nullptr) {
    return Error::NotFound;
  }
  return map->get_data(key);
}

Error MergedDataMap::load_data_into(std::string_view key, void* buffer,
                                    size_t size) const {
  const NamedDataMap* const map = find(key);
  if (map == nullptr) {
    return Error::NotFound;
  }
  return map->load_data_into(key, buffer, size);
}

Result<uint32_t> MergedDataMap::get_num_keys() const {
  return static_cast<uint32_t>(keys_.size());
}

Result<const char*> MergedDataMap::get_key(uint32_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < keys_.size(), InvalidArgument,
                           "key %" PRIu32 " of %zu", index, keys_.size());
  return keys_[index];
}

}  // namespace merged_data_map
}  // namespace extension
}  // namespace executorch
