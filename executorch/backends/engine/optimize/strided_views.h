#pragma once

#include <executorch/backends/engine/graph/graph.h>

#include <optional>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// Element (i0, i1, ..) of some sizes is element offset + i0 * strides[0] +
/// i1 * strides[1] + .. of a dense tensor.
using StridedView = Attention::View;

/// How the result of a Reshape, Transpose, Slice or Broadcast lies in its
/// operand; nothing for other nodes.
std::optional<StridedView> view_of_operand(const Graph& graph,
                                           const Node& node);
/// How the operand of a Reshape or Transpose lies in its result; nothing for
/// other nodes.
std::optional<StridedView> view_of_result(const Graph& graph, const Node& node);

/// A view of a view, if it is one.
struct ComposedView {
  std::optional<StridedView> view;
  /// If there is none: it would be one if this dimension, of n elements, were
  /// two: of n / split_size, and of `split_size`. 0: neither.
  size_t split_dim = 0;
  int64_t split_size = 0;
};

/// `view` of `sizes` on a tensor of `inner_sizes`, which lies on another one as
/// `inner` says.
ComposedView compose(const StridedView& view, const std::vector<int64_t>& sizes,
                     const StridedView& inner,
                     const std::vector<int64_t>& inner_sizes);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
