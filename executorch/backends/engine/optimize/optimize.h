#pragma once

#include <executorch/backends/engine/graph/graph.h>

namespace executorch {
namespace backends {
namespace engine {

/// A graph with the same inputs, outputs and results that the kernels of the
/// CPU run faster. Constants are those of `graph`, which outlives the result.
///
/// @retval Error::InvalidProgram An output is no value of the graph.
Result<Graph> optimize(const Graph& graph);

/// The passes, each from one graph to another.
///
/// Nodes that no output needs count as readers of their operands, which would
/// keep those from being fused.
Result<Graph> drop_dead_nodes(const Graph& graph);
/// Constants that are transposed in the same way again and again, as by the
/// steps of an unrolled loop, are so once.
Result<Graph> share_transposed(const Graph& graph);
/// Convolutions and pooling work on planes [N, H, W, C], and so do the nodes
/// between them, whatever their layout; where the one meets the other there is
/// a Transpose.
Result<Graph> to_channels_last(const Graph& graph);
/// Products around a Softmax become Attention, which reads heads where they
/// lie: transposes, slices and broadcasts of them, a scale and a mask are taken
/// in.
Result<Graph> fuse_attention(const Graph& graph);
/// The steps of x * min(max(x + 3, 0), 6) / 6 become HardSwish.
Result<Graph> fuse_hard_swish(const Graph& graph);
/// Additions, bounds and relu after a convolution or a matrix product become
/// its epilogue where nothing else reads what is between.
Result<Graph> fuse_epilogues(const Graph& graph);
/// Pointwise nodes of one size that only the next one reads become a Chain,
/// with the casts around it.
Result<Graph> fuse_chains(const Graph& graph);
/// Chains that are functions of one byte become tables, or bounds.
Result<Graph> tabulate_bytes(const Graph& graph);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
