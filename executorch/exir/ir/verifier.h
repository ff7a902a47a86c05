#pragma once

#include <executorch/exir/ir/graph.h>

namespace executorch::exir {

/// Checks what every pass may rely on: values are defined before their uses,
/// use lists are right, arguments fit the schemas, and results have the specs
/// that the shape rules compute. The diagnostic's notes list all faults.
Expected<void> verify(const Graph& graph);

}  // namespace executorch::exir
