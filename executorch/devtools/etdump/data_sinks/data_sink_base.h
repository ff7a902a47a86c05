#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>

#include <cstddef>

namespace executorch {
namespace etdump {

/// Takes the elements of recorded tensors.
class DataSinkBase {
 public:
  virtual ~DataSinkBase() = default;

  /// Keeps `length` bytes; returns the offset in bytes at which they are.
  virtual runtime::Result<size_t> write(const void* ptr, size_t length) = 0;

  /// Bytes that are kept, with the gaps between them.
  virtual size_t get_used_bytes() const = 0;
};

}  // namespace etdump
}  // namespace executorch
