#pragma once

#include <executorch/backends/engine/graph/graph.h>

/// Runs a graph on inputs of bytes of 1 (small integers and tiny floats),
/// unless its values take more than some megabytes.
void run_if_small(const executorch::backends::engine::Graph& graph);
