#pragma once

#include <executorch/exir/backend/backend.h>

#include <string>

namespace executorch::exir {

/// In words, after the partition pass: how many nodes each delegate took over
/// and their share of the multiply-adds, then the nodes that stayed, grouped by
/// operator and reason, each with the first place in the user's model.
std::string partition_report(const Graph& graph, const Backend& backend);

}  // namespace executorch::exir
