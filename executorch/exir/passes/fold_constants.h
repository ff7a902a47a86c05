#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstdint>

namespace executorch::exir {

/// What quantized weights may grow by when they become floats in the program.
inline constexpr int64_t kMaxWidenedNbytes = 4096;

/// Computes nodes of constants, but for integers that would take more than
/// `max_widened_nbytes` of further memory as the floats that they stand for.
Expected<bool> fold_constants(Graph& graph, int64_t max_widened_nbytes);

}  // namespace executorch::exir
