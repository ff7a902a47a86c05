#include <executorch/backends/engine/packing/fingerprint.h>
#include <executorch/backends/engine/packing/packed_section.h>

#include <xxhash.h>

namespace executorch::backends::engine {

Fingerprint fingerprint_of(const void* data, size_t nbytes) {
  const XXH128_hash_t hash = XXH3_128bits(data, nbytes);
  return {hash.low64, hash.high64};
}

uint64_t packed_name(std::string_view name) {
  return XXH3_64bits(name.data(), name.size());
}

}  // namespace executorch::backends::engine
