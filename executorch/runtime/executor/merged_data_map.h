#pragma once

#include <executorch/runtime/core/named_data_map.h>

namespace executorch {
namespace runtime {
namespace internal {

/// Two data maps as one. It owns neither; they must outlive it.
class MergedDataMap final : public NamedDataMap {
 public:
  /// @retval Error::InvalidArgument A map is null, or both have a tensor of the
  ///     same key.
  static Result<MergedDataMap> load(const NamedDataMap* first,
                                    const NamedDataMap* second);

  ET_NODISCARD Result<const TensorLayout> get_tensor_layout(
      std::string_view key) const override;
  ET_NODISCARD Result<FreeableBuffer> get_data(
      std::string_view key) const override;
  /// Error::NotImplemented: a method copies from the maps themselves.
  ET_NODISCARD Error load_data_into(ET_UNUSED std::string_view key,
                                    ET_UNUSED void* buffer,
                                    ET_UNUSED size_t size) const override {
    return Error::NotImplemented;
  }
  ET_NODISCARD Result<uint32_t> get_num_keys() const override;
  ET_NODISCARD Result<const char*> get_key(uint32_t index) const override;

  MergedDataMap(MergedDataMap&&) noexcept = default;
  MergedDataMap(const MergedDataMap&) = delete;
  MergedDataMap& operator=(const MergedDataMap&) = delete;
  MergedDataMap& operator=(MergedDataMap&&) noexcept = delete;
  ~MergedDataMap() override = default;

 private:
  MergedDataMap(const NamedDataMap* first, const NamedDataMap* second,
                uint32_t num_first_keys, uint32_t num_second_keys)
      : first_(first),
        second_(second),
        num_first_keys_(num_first_keys),
        num_second_keys_(num_second_keys) {}

  const NamedDataMap* first_;
  const NamedDataMap* second_;
  uint32_t num_first_keys_;
  uint32_t num_second_keys_;
};

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
