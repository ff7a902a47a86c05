#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {

/// 128 bits that tell contents apart (XXH3 of 128 bits, low half first). It
/// protects from mistakes, not from those who make contents for it.
struct Fingerprint {
  uint64_t low = 0;
  uint64_t high = 0;

  bool operator==(const Fingerprint& other) const {
    return low == other.low && high == other.high;
  }
};

Fingerprint fingerprint_of(const void* data, size_t nbytes);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
