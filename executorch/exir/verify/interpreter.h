#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/exir/passes/evaluate.h>
#include <executorch/exir/verify/symbols.h>

#include <unordered_map>
#include <vector>

namespace executorch::exir {

/// A run of a graph.
struct HostRun {
  std::unordered_map<const Value*, HostValue> values;
  Symbols symbols;  ///< at the end

  /// A value, constant or buffer; None of a value that the run did not reach.
  HostValue value_of(const Value& value) const;
  /// The same of an argument or output, which may be a literal.
  HostValue value_of(const Argument& argument) const;
};

/// Runs a functional graph operator by operator with the portable kernels,
/// branches and loops included, and keeps what every node gave (in a loop: the
/// last time). Fails with the node that has no kernel, whose kernel refuses or
/// gives other sizes than the graph says, or that gives something else every
/// time.
Expected<HostRun> interpret(const Graph& graph,
                            const std::vector<HostValue>& inputs);

}  // namespace executorch::exir
