#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace xnnpack {

/// Alignment, within the payload, of the flatbuffer, of the constant segment
/// and of each constant in payloads written here.
inline constexpr size_t kConstantAlignment = 16;

/// Filters of 4 bits are numbers of -8 to 7 plus this, unless their table says
/// 0, which is two's complement.
inline constexpr int kZeroPointOf4Bits = 8;

/// What a payload begins with: 4 zero bytes, "XH00", its own length, and where
/// flatbuffer and constants are. Payloads without it are the flatbuffer alone.
struct PayloadHeader {
  static constexpr size_t kNbytes = 30;

  uint32_t flatbuffer_offset = 0;  ///< from the start of the payload
  uint32_t flatbuffer_nbytes = 0;
  uint32_t constants_offset = 0;  ///< from the start of the payload
  uint64_t constants_nbytes = 0;

  /// Writes kNbytes.
  void write(void* to) const;
  /// False unless there are kNbytes with the magic.
  bool read(const void* from, size_t nbytes);
};

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
