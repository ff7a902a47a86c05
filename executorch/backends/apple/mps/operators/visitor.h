#pragma once

#include <executorch/backends/apple/mps/operators/graph_writer.h>
#include <executorch/exir/ir/graph.h>

#include <array>
#include <optional>
#include <span>
#include <string>

namespace executorch::backends::mps {

/// Why a node stays outside of the delegate; nothing if it does not.
using Refusal = std::optional<std::string>;

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

/// Sizes of a value, which are constant.
std::vector<int64_t> sizes_of(const exir::Value* value);

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

/// The dtype in which an element-wise node of `dtype` computes: float32 in
/// place of half where one of its operands is at hand so.
MPSDataType form_of(GraphWriter& writer, const exir::Node& node,
                    exir::ScalarType dtype);

/// Refuses nodes whose argument of that name is not floating.
Refusal require_float(const exir::Node& node, std::string_view argument);

}  // namespace executorch::backends::mps
