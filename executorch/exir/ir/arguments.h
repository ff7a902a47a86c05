#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/ops/schema.h>

#include <string>
#include <vector>

namespace executorch::exir {

/// Argument that a schema's default stands for. A single number for a sized
/// list (`int[2] stride=1`) is repeated. Fails if there is no default.
Expected<Argument> default_argument(const ops::Param& param);

/// `argument` in the form that the parameter has: a single number for a sized
/// list is repeated, an int for a float becomes a double. Fails, naming the
/// kind found and the type expected, where it does not fit.
Expected<Argument> fit_argument(const ops::Param& param, Argument argument);

/// `SymInt[2]?` and so on, for messages.
std::string type_text(const ops::ParamType& type);

}  // namespace executorch::exir
