#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace mps {

/// Alignment of the constant segment within the payload, and of each constant
/// in payloads written here.
inline constexpr size_t kConstantAlignment = 16;

/// What an MP00 payload begins with: 4 zero bytes, "MP00", and where its
/// constants are. The flatbuffer follows.
struct PayloadHeader {
  static constexpr size_t kNbytes = 24;

  uint64_t constants_offset = 0;  ///< from the start of the payload
  uint64_t constants_nbytes = 0;

  /// Writes kNbytes.
  void write(void* to) const;
  /// False unless there are kNbytes with the magic.
  bool read(const void* from, size_t nbytes);
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
