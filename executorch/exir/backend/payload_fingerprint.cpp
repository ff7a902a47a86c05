#include <executorch/exir/backend/payload_fingerprint.h>

#include <executorch/runtime/core/payload_fingerprint.h>
#include <xxhash.h>

namespace executorch::exir {

Delegate::Option payload_fingerprint(const Delegate& delegate) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (const ConstantData& piece : delegate.payload) {
    XXH3_128bits_update(&state, piece.bytes.data(), piece.bytes.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  Delegate::Option option{runtime::internal::kPayloadFingerprintKey, {}};
  for (const uint64_t half : {hash.low64, hash.high64}) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
      option.value.push_back(static_cast<std::byte>(half >> shift));
    }
  }
  return option;
}

}  // namespace executorch::exir
