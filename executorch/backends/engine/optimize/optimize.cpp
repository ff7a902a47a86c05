#include <executorch/backends/engine/optimize/optimize.h>

namespace executorch::backends::engine {

Result<Graph> optimize(const Graph& graph) {
  for (const ValueId id : graph.outputs()) {
    ET_CHECK_OR_RETURN_ERROR(id < graph.values().size(), InvalidProgram,
                             "output is value %u, there are %zu",
                             static_cast<unsigned>(id), graph.values().size());
  }
  const Result<Graph> planes = to_channels_last(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(planes.error());
  const Result<Graph> products = fuse_epilogues(*planes);
  ET_CHECK_OK_OR_RETURN_ERROR(products.error());
  return fuse_chains(*products);
}

}  // namespace executorch::backends::engine
