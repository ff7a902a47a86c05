#pragma once

#include <executorch/exir/import/tensor_meta.h>
#include <executorch/exir/ir/graph.h>

#include <string>
#include <unordered_map>

namespace executorch::exir {

/// Values of a graph by the export's names, and its integer names, which
/// stand for expressions of symbols and are no values here.
struct NameScope {
  std::unordered_map<std::string, Value*> values;
  std::unordered_map<std::string, SymInt> sym_ints;
  SymbolRanges ranges;

  Expected<Value*> value(std::string_view name) const;
  Expected<SymInt> sym_int(std::string_view name) const;
};

/// Reads one argument of the export's union (`as_tensor`, `as_ints`, …). Fails
/// with the tag for a kind that is not known.
Expected<Argument> read_argument(json::element argument,
                                 const NameScope& scope);

/// Name held by `{"name": …}` of a tensor argument.
Expected<std::string> read_tensor_name(json::element argument);

}  // namespace executorch::exir
