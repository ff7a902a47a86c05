#pragma once

#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/span.h>

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// For sources that ask for the namespace by this name.
#define ET_MERGED_DATA_MAP_NAMESPACE merged_data_map

namespace executorch {
namespace extension {
namespace merged_data_map {

/// Several data maps as one. It owns none of them; they must outlive it.
class MergedDataMap final : public runtime::NamedDataMap {
 public:
  /// @param[in] named_data_maps The maps; null pointers are left out.
  /// @retval Error::InvalidArgument There is no map, or two have the same key.
  static runtime::Result<MergedDataMap> load(
      runtime::Span<const runtime::NamedDataMap*> named_data_maps);

  /// See NamedDataMap.
  ET_NODISCARD runtime::Result<const runtime::TensorLayout> get_tensor_layout(
      std::string_view key) const override;
  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> get_data(
      std::string_view key) const override;
  ET_NODISCARD runtime::Error load_data_into(std::string_view key, void* buffer,
                                             size_t size) const override;
  ET_NODISCARD runtime::Result<uint32_t> get_num_keys() const override;
  /// The keys of the first map come first, then those of the second, and so on.
  ET_NODISCARD runtime::Result<const char*> get_key(
      uint32_t index) const override;

  MergedDataMap(MergedDataMap&&) noexcept = default;
  MergedDataMap(const MergedDataMap&) = delete;
  MergedDataMap& operator=(const MergedDataMap&) = delete;
  MergedDataMap& operator=(MergedDataMap&&) noexcept = delete;
  ~MergedDataMap() override = default;

 private:
  MergedDataMap() = default;

  runtime::Error add(const runtime::NamedDataMap& map);
  const runtime::NamedDataMap* find(std::string_view key) const;

  /// In the order of the maps. The keys belong to them.
  std::vector<const char*> keys_;
  std::unordered_map<std::string_view, const runtime::NamedDataMap*> maps_;
};

}  // namespace merged_data_map
}  // namespace extension
}  // namespace executorch
