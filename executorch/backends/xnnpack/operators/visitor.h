#pragma once

#include <executorch/backends/xnnpack/operators/graph_writer.h>
#include <executorch/exir/ir/graph.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace executorch::backends::xnnpack {

/// Why a node stays outside of the delegate; nothing if it does not.
using Refusal = std::optional<std::string>;

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

/// Sizes of a value, which are constant.
Sizes sizes_of(const exir::Value* value);

/// Constant integers of a list argument.
Sizes ints_of(const exir::Node& node, std::string_view name);

/// {height, width} of a list argument of a window: one number stands for both.
/// An empty list gives `missing`.
std::array<int64_t, 2> window_pair(const exir::Node& node,
                                   std::string_view name,
                                   std::array<int64_t, 2> missing = {});

/// An axis of `rank` dimensions, counted from the first.
inline size_t normalized_axis(int64_t axis, size_t rank) {
  const auto n = static_cast<int64_t>(rank == 0 ? 1 : rank);
  return static_cast<size_t>(axis < 0 ? axis + n : axis);
}

/// The layout for a node that works element by element: images if an operand
/// of the result's rank is at hand as one and not as rows.
Layout common_layout(GraphWriter& writer, const exir::Node& node);

/// An operand of such a node, under sizes that broadcast in that layout.
Tensor operand(GraphWriter& writer, const exir::Value* value,
               const exir::Value* result, Layout layout, XNNDatatype dtype);

}  // namespace executorch::backends::xnnpack
