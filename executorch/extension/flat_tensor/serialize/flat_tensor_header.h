#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/result.h>

namespace executorch {
namespace extension {

/// The header of a .ptd file: where its flatbuffer and its segments are. It
/// lies behind the first eight bytes of the flatbuffer; its numbers are little
/// endian.
struct FlatTensorHeader {
  /// Bytes from the start of the file that Parse() needs.
  static constexpr size_t kNumHeadBytes = 64;
  /// Where the header starts in the file.
  static constexpr size_t kHeaderOffset = 8;
  static constexpr size_t kMagicSize = 4;
  static constexpr char kMagic[kMagicSize] = {'F', 'H', '0', '1'};
  /// Bytes of the header: magic, length, and the four fields below. Later
  /// versions add fields behind.
  static constexpr uint32_t kHeaderExpectedLength = 40;

  /// Reads the header.
  ///
  /// @param[in] data The first `size` bytes of the file.
  /// @retval Error::InvalidArgument They are fewer than kNumHeadBytes.
  /// @retval Error::NotFound There is no header.
  /// @retval Error::InvalidExternalData The header is too short.
  static runtime::Result<FlatTensorHeader> Parse(const void* data, size_t size);

  /// Start and length of the flatbuffer without its first eight bytes, in the
  /// file, in bytes.
  uint64_t flatbuffer_offset;
  uint64_t flatbuffer_size;
  /// Start of the segments in the file, and bytes of all of them.
  uint64_t segment_base_offset;
  uint64_t segment_data_size;
};

}  // namespace extension
}  // namespace executorch
