#pragma once

#include <executorch/exir/import/json.h>
#include <executorch/exir/ir/diagnostic.h>

#include <string>
#include <string_view>

namespace executorch::exir {

/// Name of an operator by a node's target: "torch.ops.aten.add.Tensor" is
/// "aten::add.Tensor". Functions of Python on numbers have the names of the
/// operators that compute them; any other target stays as it is.
std::string operator_name(std::string_view target);

/// "%name" of a node's first output, for messages; empty if it has none.
std::string first_output_name(const json::array& outputs);

/// Stack trace and module path of a node.
SourceLocationPtr read_location(json::element node);

}  // namespace executorch::exir
