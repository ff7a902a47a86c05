#include <executorch/extension/flat_tensor/serialize/flat_tensor_header.h>

#include <cinttypes>
#include <cstring>

namespace executorch {
namespace extension {

namespace {

uint64_t read_little_endian(const uint8_t* bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i > 0; --i) {
    value = value << 8 | bytes[i - 1];
  }
  return value;
}

}  // namespace

runtime::Result<FlatTensorHeader> FlatTensorHeader::Parse(const void* data,
                                                          size_t size) {
  ET_CHECK_OR_RETURN_ERROR(size >= kNumHeadBytes, InvalidArgument,
                           "%zu bytes are too few for the header of external "
                           "data, expected %zu",
                           size, kNumHeadBytes);
  const uint8_t* const header =
      static_cast<const uint8_t*>(data) + kHeaderOffset;
  if (std::memcmp(header, kMagic, kMagicSize) != 0) {
    return runtime::Error::NotFound;
  }
  const uint64_t length = read_little_endian(header + 4, 4);
  ET_CHECK_OR_RETURN_ERROR(length >= kHeaderExpectedLength, InvalidExternalData,
                           "the header of external data has %" PRIu64
                           " bytes, expected at least %" PRIu32,
                           length, kHeaderExpectedLength);
  return FlatTensorHeader{
      read_little_endian(header + 8, 8), read_little_endian(header + 16, 8),
      read_little_endian(header + 24, 8), read_little_endian(header + 32, 8)};
}

}  // namespace extension
}  // namespace executorch
