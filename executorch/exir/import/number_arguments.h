#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/exir/ir/op_info.h>

#include <string>
#include <utility>
#include <vector>

/// \file
/// Python numbers that the export passes where an operator takes a tensor:
/// `x * 2` is aten.mul.Tensor(x, 2).
namespace executorch::exir {

/// An argument with the name that the export gives it, which may be empty.
using NamedArgument = std::pair<std::string, Argument>;

/// True for an integer, a float or a bool, symbolic or not.
bool is_number(const Argument& argument);

/// The parameter that argument `position` is for: by its name, else by its
/// position; nothing if the schema has none.
std::optional<size_t> param_of(const OpInfo& op, const std::string& name,
                               size_t position);

/// The overload that computes with numbers where numbers are passed for
/// tensors; `op` itself if it takes them or no overload does.
const OpInfo* overload_for_numbers(const OpInfo* op,
                                   const std::vector<NamedArgument>& args);

/// A 0-d tensor that takes part in the promotion of `args` as the number
/// would, for an operator that has no such overload; `results` are the specs
/// of its outputs.
Expected<Value*> tensor_of_number(Graph& graph, const Argument& number,
                                  const std::vector<NamedArgument>& args,
                                  const std::vector<ValueSpec>& results);

}  // namespace executorch::exir
