#pragma once

#include <string_view>

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/core/tensor_layout.h>
#include <executorch/runtime/platform/compiler.h>

namespace executorch {
namespace runtime {

/// Data that are found by name, such as the weights of a .ptd file.
class NamedDataMap {
 public:
  virtual ~NamedDataMap() = default;

  /// Returns the layout of the tensor `key`. It is valid as long as the map.
  ///
  /// @retval Error::NotFound There is no such key, or it has no layout.
  ET_NODISCARD virtual Result<const TensorLayout> get_tensor_layout(
      std::string_view key) const = 0;

  /// Returns the bytes of `key`. The caller owns the buffer; the map must
  /// outlive it.
  ///
  /// @retval Error::NotFound There is no such key.
  ET_NODISCARD virtual Result<FreeableBuffer> get_data(
      std::string_view key) const = 0;

  /// Copies the first `size` bytes of `key` to `buffer`.
  ///
  /// @retval Error::NotFound There is no such key.
  /// @retval Error::InvalidArgument It has fewer bytes.
  ET_NODISCARD virtual Error load_data_into(std::string_view key, void* buffer,
                                            size_t size) const = 0;

  /// Returns the number of keys.
  ET_NODISCARD virtual Result<uint32_t> get_num_keys() const = 0;

  /// Returns a key, for an index below get_num_keys(). It is valid as long as
  /// the map.
  ///
  /// @retval Error::InvalidArgument The index is too large.
  ET_NODISCARD virtual Result<const char*> get_key(uint32_t index) const = 0;
};

}  // namespace runtime
}  // namespace executorch
