#include <executorch/backends/xnnpack/serialization/payload_header.h>

#include <cstring>

namespace executorch {
namespace backends {
namespace xnnpack {
namespace {

constexpr unsigned char kMagic[8] = {0, 0, 0, 0, 'X', 'H', '0', '0'};

template <class T>
unsigned char* put(unsigned char* to, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) {
    to[i] = static_cast<unsigned char>(value >> (8 * i));
  }
  return to + sizeof(T);
}

template <class T>
const unsigned char* get(const unsigned char* from, T& value) {
  value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value | static_cast<T>(from[i]) << (8 * i));
  }
  return from + sizeof(T);
}

}  // namespace

void PayloadHeader::write(void* to) const {
  auto* bytes = static_cast<unsigned char*>(to);
  std::memcpy(bytes, kMagic, sizeof(kMagic));
  bytes = put(bytes + sizeof(kMagic), static_cast<uint16_t>(kNbytes));
  bytes = put(bytes, flatbuffer_offset);
  bytes = put(bytes, flatbuffer_nbytes);
  bytes = put(bytes, constants_offset);
  put(bytes, constants_nbytes);
}

bool PayloadHeader::read(const void* from, size_t nbytes) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  if (nbytes < kNbytes || std::memcmp(bytes + 4, kMagic + 4, 4) != 0) {
    return false;
  }
  uint16_t length = 0;  // later versions may be longer
  bytes = get(bytes + sizeof(kMagic), length);
  bytes = get(bytes, flatbuffer_offset);
  bytes = get(bytes, flatbuffer_nbytes);
  bytes = get(bytes, constants_offset);
  get(bytes, constants_nbytes);
  return true;
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
