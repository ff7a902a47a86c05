#pragma once

#include <executorch/exir/ir/graph.h>

namespace executorch::exir {

/// The option "payload_fingerprint" of a delegate: XXH3 of 128 bits of its
/// payload, low half first, as 16 bytes in little endian. Runtimes that keep
/// packed weights in a file recognize the payload by it without reading all of
/// it; those that do not know the option leave it aside.
Delegate::Option payload_fingerprint(const Delegate& delegate);

}  // namespace executorch::exir
