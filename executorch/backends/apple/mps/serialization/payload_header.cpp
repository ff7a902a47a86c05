#include <executorch/backends/apple/mps/serialization/payload_header.h>

#include <cstring>

namespace executorch {
namespace backends {
namespace mps {
namespace {

constexpr unsigned char kMagic[8] = {0, 0, 0, 0, 'M', 'P', '0', '0'};

void put_little_endian(unsigned char* to, uint64_t value) {
  for (int i = 0; i < 8; ++i) {
    to[i] = static_cast<unsigned char>(value >> (8 * i));
  }
}

uint64_t get_little_endian(const unsigned char* from) {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) {
    value |= static_cast<uint64_t>(from[i]) << (8 * i);
  }
  return value;
}

}  // namespace

void PayloadHeader::write(void* to) const {
  auto* const bytes = static_cast<unsigned char*>(to);
  std::memcpy(bytes, kMagic, sizeof(kMagic));
  put_little_endian(bytes + 8, constants_offset);
  put_little_endian(bytes + 16, constants_nbytes);
}

bool PayloadHeader::read(const void* from, size_t nbytes) {
  if (nbytes < kNbytes ||
      std::memcmp(static_cast<const unsigned char*>(from) + 4, kMagic + 4, 4) !=
          0) {
    return false;
  }
  const auto* const bytes = static_cast<const unsigned char*>(from);
  constants_offset = get_little_endian(bytes + 8);
  constants_nbytes = get_little_endian(bytes + 16);
  return true;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
