#pragma once

#include <executorch/exir/ir/graph.h>

#include <vector>

namespace executorch::exir {

/// Runs one node of constant tensors through its portable kernel: row-major
/// bytes of each output. The sizes of all tensors are constants. Fails if the
/// operator has no kernel or the kernel refuses.
Expected<std::vector<ConstantData>> evaluate(const Node& node);

}  // namespace executorch::exir
