#pragma once

#include <cstddef>
#include <cstdint>

#include <executorch/runtime/core/result.h>

namespace executorch {
namespace runtime {

/// The header of a .pte file with segments. It lies behind the root offset and
/// the identifier of the flatbuffer. All numbers are little-endian:
///
///     offset 8   magic "eh00"
///     offset 12  uint32 length of the header in bytes, from the magic on
///     offset 16  uint64 program_size
///     offset 24  uint64 segment_base_offset
///     offset 32  uint64 segment_data_size, if the length says so (32 or more)
struct ExtendedHeader {
  /// Bytes from the start of the file that Parse() needs.
  static constexpr size_t kNumHeadBytes = 64;
  /// Where the magic is.
  static constexpr size_t kHeaderOffset = 8;
  static constexpr size_t kMagicSize = 4;
  static constexpr char kMagic[kMagicSize] = {'e', 'h', '0', '0'};

  /// Reads the header. That its numbers fit the file is not checked.
  ///
  /// @param[in] data The first `size` bytes of the file.
  /// @retval Error::InvalidArgument `size` is less than kNumHeadBytes.
  /// @retval Error::NotFound There is no header.
  /// @retval Error::InvalidProgram The header is too short.
  static Result<ExtendedHeader> Parse(const void* data, size_t size);

  /// Bytes of the flatbuffer, from the start of the file.
  uint64_t program_size;
  /// Offset of the first segment; 0 if there are no segments.
  uint64_t segment_base_offset;
  /// Bytes of all segments; 0 if there are none, or in old files.
  uint64_t segment_data_size;
};

}  // namespace runtime
}  // namespace executorch
