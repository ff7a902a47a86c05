#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/schema/program_generated.h>

namespace flatbuffers {
using FlatbufferNamedData = Vector<Offset<executorch_flatbuffer::NamedData>>;
using FlatbufferDataSegment =
    Vector<Offset<executorch_flatbuffer::DataSegment>>;
}  // namespace flatbuffers

namespace executorch {
namespace runtime {
namespace internal {

/// The named data of a program. It owns neither loader nor program; both must
/// outlive it. Its keys have no layout, and their data are not copied: those
/// functions return Error::NotImplemented.
class PteDataMap final : public NamedDataMap {
 public:
  /// @param[in] loader Reads the program file.
  /// @param[in] segment_base_offset Where its segments begin.
  /// @param[in] named_data, segments Fields of the program.
  /// @retval Error::InvalidArgument A pointer is null.
  static Result<PteDataMap> create(
      DataLoader* loader, size_t segment_base_offset,
      const flatbuffers::FlatbufferNamedData* named_data,
      const flatbuffers::FlatbufferDataSegment* segments);

  ET_NODISCARD Result<const TensorLayout> get_tensor_layout(
      ET_UNUSED std::string_view key) const override {
    return Error::NotImplemented;
  }
  ET_NODISCARD Result<FreeableBuffer> get_data(
      std::string_view key) const override;
  ET_NODISCARD Error load_data_into(ET_UNUSED std::string_view key,
                                    ET_UNUSED void* buffer,
                                    ET_UNUSED size_t size) const override {
    return Error::NotImplemented;
  }
  ET_NODISCARD Result<uint32_t> get_num_keys() const override;
  ET_NODISCARD Result<const char*> get_key(uint32_t index) const override;

  PteDataMap(PteDataMap&&) noexcept = default;
  PteDataMap(const PteDataMap&) = delete;
  PteDataMap& operator=(const PteDataMap&) = delete;
  PteDataMap& operator=(PteDataMap&&) noexcept = delete;
  ~PteDataMap() override = default;

 private:
  /// Where the bytes of a key are in the file.
  struct Place {
    size_t offset;
    size_t size;
    size_t segment_index;
  };

  PteDataMap(DataLoader* loader, size_t segment_base_offset,
             const flatbuffers::FlatbufferNamedData* named_data,
             const flatbuffers::FlatbufferDataSegment* segments)
      : loader_(loader),
        segment_base_offset_(segment_base_offset),
        named_data_(named_data),
        segments_(segments) {}

  Result<Place> find(std::string_view key) const;

  DataLoader* loader_;
  size_t segment_base_offset_;
  const flatbuffers::FlatbufferNamedData* named_data_;
  const flatbuffers::FlatbufferDataSegment* segments_;
};

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
