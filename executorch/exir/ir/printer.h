#pragma once

#include <executorch/exir/ir/graph.h>

#include <string>

namespace executorch::exir {

/// `%relu: f32[1, 8] = aten::relu(%x)`.
std::string print_node(const Node& node);

/// The whole graph in the syntax that parse_graph reads; constants are named,
/// not shown.
std::string print_graph(const Graph& graph);

/// `f32`, `i64`, … as in the printed form.
std::string_view dtype_name(ScalarType dtype);
/// The reverse; nothing for another word.
std::optional<ScalarType> dtype_from_name(std::string_view name);

}  // namespace executorch::exir
