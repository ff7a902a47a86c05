#include <executorch/schema/extended_header.h>

#include <cstring>

namespace executorch {
namespace runtime {

namespace {

constexpr size_t kLengthOffset = 4;
constexpr size_t kProgramSizeOffset = 8;
constexpr size_t kSegmentBaseOffset = 16;
constexpr size_t kSegmentDataSizeOffset = 24;
constexpr size_t kMinLength = 24;
constexpr size_t kLengthWithSegmentDataSize = 32;

uint64_t read_little_endian(const uint8_t* bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i > 0; --i) {
    value = value << 8 | bytes[i - 1];
  }
  return value;
}

}  // namespace

Result<ExtendedHeader> ExtendedHeader::Parse(const void* data, size_t size) {
  ET_CHECK_OR_RETURN_ERROR(
      size >= kNumHeadBytes, InvalidArgument,
      "%zu bytes are too few for the program header, expected %zu", size,
      kNumHeadBytes);
  const uint8_t* const header =
      static_cast<const uint8_t*>(data) + kHeaderOffset;
  if (std::memcmp(header, kMagic, kMagicSize) != 0) {
    return Error::NotFound;
  }
  const uint64_t length = read_little_endian(header + kLengthOffset, 4);
  ET_CHECK_OR_RETURN_ERROR(length >= kMinLength, InvalidProgram,
                           "the program header has %" PRIu64
                           " bytes, expected at least %zu",
                           length, kMinLength);
  ExtendedHeader parsed{};
  parsed.program_size = read_little_endian(header + kProgramSizeOffset, 8);
  parsed.segment_base_offset =
      read_little_endian(header + kSegmentBaseOffset, 8);
  if (length >= kLengthWithSegmentDataSize) {
    parsed.segment_data_size =
        read_little_endian(header + kSegmentDataSizeOffset, 8);
  }
  return parsed;
}

}  // namespace runtime
}  // namespace executorch
