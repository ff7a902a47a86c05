#pragma once

#include <executorch/backends/xnnpack/operators/graph_writer.h>
#include <executorch/exir/backend/static_nodes.h>
#include <executorch/exir/ir/graph.h>

#include <span>
#include <string>
#include <string_view>

namespace executorch::backends::xnnpack {

using exir::ints_of;
using exir::normalized_axis;
using exir::Refusal;
using exir::sizes_of;
using exir::window_pair;

/// Writes one node of the graph as nodes of the payload and defines its
/// outputs, or refuses before it has written anything that is read. `kind` is
/// the node kind of the row, for visitors that serve several.
///
/// Sizes of all tensors are constant and none is 0, there are at most kMaxDims,
/// and they are floats: what every node needs is checked before.
using Visitor = Refusal (*)(GraphWriter& writer, const exir::Node& node,
                            XNodeUnion kind);

/// Visits a node by its row in visitors.def. Refuses operators without a row.
Refusal visit(GraphWriter& writer, const exir::Node& node);

/// Operators that have a row, by qualified name.
std::span<const std::string_view> visited_operators();

/// The layout for a node that works element by element: images if an operand
/// of the result's rank is at hand as one and not as rows.
Layout common_layout(GraphWriter& writer, const exir::Node& node);

/// An operand of such a node, under sizes that broadcast in that layout.
Tensor operand(GraphWriter& writer, const exir::Value* value,
               const exir::Value* result, Layout layout, XNNDatatype dtype);

}  // namespace executorch::backends::xnnpack
