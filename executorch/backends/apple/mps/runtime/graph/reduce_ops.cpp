#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <algorithm>
#include <numeric>

namespace executorch {
namespace backends {
namespace mps {

Error build_mean(GraphBuilder& builder, const mpsgraph::MPSNode&,
                 const mpsgraph::MPSMean& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  const std::vector<int64_t> sizes = builder.type(x).sizes;
  std::vector<int32_t> axes;
  for (const int64_t given : as_sizes(node.dims())) {
    ET_MPS_ASSIGN(axis, builder.axis(given, sizes.size()));
    axes.push_back(axis);
  }
  if (axes.empty()) {
    axes.resize(sizes.size());
    std::iota(axes.begin(), axes.end(), 0);
  }
  std::vector<int64_t> kept;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (node.keep_dims() || std::find(axes.begin(), axes.end(),
                                      static_cast<int32_t>(i)) == axes.end()) {
      kept.push_back(sizes[i]);
    }
  }
  ET_MPS_ASSIGN(mean, builder.graph().add(engine::Mean{axes}, {x}));
  return builder.define(node.output_id(), node.keep_dims()
                                              ? Result<ValueId>(mean)
                                              : builder.reshape(mean, kept));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
