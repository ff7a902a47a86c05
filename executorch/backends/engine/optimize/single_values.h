#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <optional>
#include <vector>

/// \file
/// What passes ask of single values.
namespace executorch {
namespace backends {
namespace engine {

/// The number, if it is a constant of one element.
std::optional<double> number_of(const Graph& graph, ValueId id);

/// Whether a transpose leaves the elements in order: only dimensions of size 1
/// move.
bool keeps_order(const std::vector<int64_t>& sizes,
                 const std::vector<int32_t>& axes);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
