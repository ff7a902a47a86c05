#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/exir/passes/evaluate.h>

#include <cstdint>
#include <span>
#include <vector>

namespace executorch::exir {

/// What made-up inputs are like.
struct SampleKind {
  /// Dynamic sizes are n, n + 2, n + 4, … within their ranges.
  int64_t smallest_size = 3;
  /// Range of integers.
  uint64_t least = 0;
  uint64_t most = 1;

  /// The same integers at the upper bound of every size.
  SampleKind at_bounds() const { return {INT32_MAX, least, most}; }
};

/// To be tried in this order: a model may refuse some sizes, index with its
/// integers, or divide by them.
std::span<const SampleKind> sample_kinds();

/// Inputs for a graph, the same ones every time: floats of about normal
/// distribution, integers and sizes as `kind` says, and numbers as the export
/// fixed them.
Expected<std::vector<HostValue>> sample_inputs(const Graph& graph,
                                               const SampleKind& kind = {});

}  // namespace executorch::exir
