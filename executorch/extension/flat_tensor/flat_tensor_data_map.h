#pragma once

#include <executorch/extension/flat_tensor/serialize/flat_tensor_header.h>
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_layout.h>
#include <executorch/runtime/platform/compiler.h>

#include <utility>

namespace flat_tensor_flatbuffer {
struct FlatTensor;
struct NamedData;
}  // namespace flat_tensor_flatbuffer

namespace executorch {
namespace extension {

/// The data of a .ptd file. The file's description is read at load, its data
/// when they are asked for.
class FlatTensorDataMap final : public runtime::NamedDataMap {
 public:
  /// Reads and checks the description.
  ///
  /// @param[in] loader Reads the file; must outlive the map.
  /// @retval Error::InvalidExternalData The file is cut off, damaged, or of
  ///     another kind.
  /// @retval Error::InvalidArgument The loader's memory is not aligned to 8
  ///     bytes.
  /// Otherwise what the loader returns.
  static runtime::Result<FlatTensorDataMap> load(runtime::DataLoader* loader);

  /// See NamedDataMap. Data without a layout are Error::NotFound.
  ET_NODISCARD runtime::Result<const runtime::TensorLayout> get_tensor_layout(
      std::string_view key) const override;
  ET_NODISCARD runtime::Result<runtime::FreeableBuffer> get_data(
      std::string_view key) const override;
  ET_NODISCARD runtime::Error load_data_into(std::string_view key, void* buffer,
                                             size_t size) const override;
  ET_NODISCARD runtime::Result<uint32_t> get_num_keys() const override;
  ET_NODISCARD runtime::Result<const char*> get_key(
      uint32_t index) const override;

  FlatTensorDataMap(FlatTensorDataMap&&) noexcept = default;
  FlatTensorDataMap(const FlatTensorDataMap&) = delete;
  FlatTensorDataMap& operator=(const FlatTensorDataMap&) = delete;
  FlatTensorDataMap& operator=(FlatTensorDataMap&&) noexcept = delete;
  ~FlatTensorDataMap() override = default;

 private:
  /// Where the bytes of a key are in the file.
  struct Place {
    size_t offset;
    size_t size;
    size_t segment_index;
  };

  FlatTensorDataMap(const FlatTensorHeader& header,
                    runtime::FreeableBuffer&& flat_tensor_data,
                    const flat_tensor_flatbuffer::FlatTensor* flat_tensor,
                    runtime::DataLoader* loader)
      : header_(header),
        flat_tensor_data_(std::move(flat_tensor_data)),
        flat_tensor_(flat_tensor),
        loader_(loader) {}

  const flat_tensor_flatbuffer::NamedData* find(std::string_view key) const;
  Place place_of(const flat_tensor_flatbuffer::NamedData& entry) const;

  FlatTensorHeader header_;
  runtime::FreeableBuffer flat_tensor_data_;
  const flat_tensor_flatbuffer::FlatTensor* flat_tensor_;
  runtime::DataLoader* loader_;
};

}  // namespace extension
}  // namespace executorch
