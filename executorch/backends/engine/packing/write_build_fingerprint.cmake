# Writes OUTPUT, which defines build_fingerprint(): 128 bits of the SHA-256 of
# the sources that the file LIST names, one in a line.
file(STRINGS "${LIST}" sources)
set(hashes "")
foreach(source IN LISTS sources)
  file(SHA256 "${source}" hash)
  string(APPEND hashes "${hash}\n")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING "${hash}" 0 16 low)
string(SUBSTRING "${hash}" 16 16 high)
file(
  WRITE "${OUTPUT}"
  "#include <executorch/backends/engine/packing/build_fingerprint.h>

namespace executorch::backends::engine {

Fingerprint build_fingerprint() { return {0x${low}, 0x${high}}; }

}  // namespace executorch::backends::engine
")
