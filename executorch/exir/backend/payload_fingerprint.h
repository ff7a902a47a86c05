#pragma once

#include <executorch/exir/ir/graph.h>

namespace executorch::exir {

/// The option of a delegate that runtime/core/payload_fingerprint.h describes.
Delegate::Option payload_fingerprint(const Delegate& delegate);

}  // namespace executorch::exir
