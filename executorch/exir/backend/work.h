#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstdint>

namespace executorch::exir {

/// Multiply-adds of a convolution or matrix product at the upper bound of its
/// sizes; 0 for other operators, whose work is not counted.
int64_t multiply_adds(const Node& node);

}  // namespace executorch::exir
