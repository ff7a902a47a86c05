#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/exir/passes/evaluate.h>

#include <vector>

namespace executorch::exir {

/// How many different inputs there are for a graph: a model may refuse some
/// sizes, or divide by its integers.
inline constexpr size_t kSampleCount = 4;

/// Inputs for a graph, the same ones every time: floats of about normal
/// distribution, integers 0 and 1 (later attempts: 1 alone, 0 alone), and numbers
/// as the export fixed them. Dynamic sizes are small (later attempts: larger),
/// and differ where the model lets them.
Expected<std::vector<HostValue>> sample_inputs(const Graph& graph,
                                               size_t attempt = 0);

}  // namespace executorch::exir
