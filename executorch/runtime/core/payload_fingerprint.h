#pragma once

namespace executorch {
namespace runtime {
namespace internal {

/// Key of the compile spec in which a program has the fingerprint of a
/// delegate's payload: XXH3 of 128 bits, low half first, as 16 bytes in little
/// endian. Runtimes that keep packed weights in a file recognize the payload by
/// it without reading all of it; those that do not know the key leave it aside.
inline constexpr char kPayloadFingerprintKey[] = "payload_fingerprint";

}  // namespace internal
}  // namespace runtime
}  // namespace executorch
