#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/exir/passes/evaluate.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace executorch::exir {

/// What the symbols of a graph are in one run.
using Symbols = std::map<std::string, int64_t>;

/// The expression with these symbols as numbers; the others stay.
SymInt substitute(const SymInt& value, const Symbols& symbols);

/// The symbols that the sizes and integers of a graph's inputs stand for.
/// Fails, naming the input, where `inputs` do not fit the graph: another count,
/// kind, dtype, rank or size.
Expected<Symbols> bind_symbols(const Graph& graph,
                               const std::vector<HostValue>& inputs);

}  // namespace executorch::exir
