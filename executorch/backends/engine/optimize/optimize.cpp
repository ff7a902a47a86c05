#include <executorch/backends/engine/optimize/optimize.h>

#include <utility>

namespace executorch::backends::engine {

Result<Graph> optimize(const Graph& graph) {
  for (const ValueId id : graph.outputs()) {
    ET_CHECK_OR_RETURN_ERROR(id < graph.values().size(), InvalidProgram,
                             "output is value %u, there are %zu",
                             static_cast<unsigned>(id), graph.values().size());
  }
  Result<Graph> first = drop_dead_nodes(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(first.error());
  Graph optimized = std::move(*first);
  for (const auto pass : {fuse_attention, fuse_hard_swish, drop_dead_nodes,
                          share_transposed, to_channels_last, fuse_epilogues,
                          fuse_chains, drop_dead_nodes, tabulate_bytes,
                          // Of what turned out to be bounds.
                          fuse_epilogues}) {
    Result<Graph> next = pass(optimized);
    ET_CHECK_OK_OR_RETURN_ERROR(next.error());
    optimized = std::move(*next);
  }
  return optimized;
}

}  // namespace executorch::backends::engine
