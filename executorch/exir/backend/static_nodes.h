#pragma once

#include <executorch/exir/ir/graph.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What delegates of static graphs ask of nodes, and how they read arguments.
namespace executorch::exir {

/// Why a node stays outside of a delegate; nothing if it does not.
using Refusal = std::optional<std::string>;

/// Refuses a node with an argument or a used result that is no row-major tensor
/// of constant sizes of [1, INT32_MAX], or that `also` refuses, and a node with
/// a number that depends on the run.
Refusal check_static(const Node& node,
                     const std::function<Refusal(const Value&)>& also);

/// Sizes of a value of such a node.
std::vector<int64_t> sizes_of(const Value* value);

/// Constant integers of a list argument.
std::vector<int64_t> ints_of(const Node& node, std::string_view name);

/// {height, width} of a list argument of a window: one number stands for both.
/// An empty list gives `missing`.
std::array<int64_t, 2> window_pair(const Node& node, std::string_view name,
                                   std::array<int64_t, 2> missing = {});

/// An axis of `rank` dimensions, counted from the first.
inline size_t normalized_axis(int64_t axis, size_t rank) {
  const auto n = static_cast<int64_t>(rank == 0 ? 1 : rank);
  return static_cast<size_t>(axis < 0 ? axis + n : axis);
}

/// One dimension of a pooling window.
struct PoolWindow {
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;
  int64_t input = 1;
  int64_t output = 1;

  /// Padding behind the input with which whole windows give `output`; more
  /// than `padding` where ceil mode adds a window that hangs over.
  int64_t padding_after() const;
};

/// {height, width} of a max_pool2d or avg_pool2d.
std::array<PoolWindow, 2> pool_windows(const Node& node);

}  // namespace executorch::exir
