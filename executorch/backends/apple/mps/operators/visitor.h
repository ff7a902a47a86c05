#pragma once

#include <executorch/backends/apple/mps/operators/graph_writer.h>
#include <executorch/exir/backend/static_nodes.h>
#include <executorch/exir/ir/graph.h>

#include <span>
#include <string>

namespace executorch::backends::mps {

using exir::ints_of;
using exir::normalized_axis;
using exir::Refusal;
using exir::sizes_of;
using exir::window_pair;

/// Writes one node of the graph as nodes of the payload and defines its
/// outputs, or refuses before it has written anything that is read. `type` is
/// the node kind of the row, for visitors that serve several.
///
/// Sizes of all tensors are constant and none is 0, and their dtypes are ones
/// that MPSGraph has: what every node needs is checked before.
using Visitor = Refusal (*)(GraphWriter& writer, const exir::Node& node,
                            MPSNodeUnion type);

/// Visits a node by its row in visitors.def. Refuses operators without a row.
Refusal visit(GraphWriter& writer, const exir::Node& node);

/// Operators that have a row, by qualified name.
std::span<const std::string_view> visited_operators();

/// The dtype in which an element-wise node of `dtype` computes: float32 in
/// place of half where one of its operands is at hand so.
MPSDataType form_of(GraphWriter& writer, const exir::Node& node,
                    exir::ScalarType dtype);

/// Refuses nodes whose argument of that name is not floating.
Refusal require_float(const exir::Node& node, std::string_view argument);

}  // namespace executorch::backends::mps
