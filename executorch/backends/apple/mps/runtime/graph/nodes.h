#pragma once

#include <executorch/backends/apple/mps/runtime/graph/graph_builder.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Binary;
using engine::Unary;

#define MPS_NODE(kind, table, function, op)                       \
  Error build_##function(GraphBuilder&, const mpsgraph::MPSNode&, \
                         const mpsgraph::table&, decltype(op));
#include <executorch/backends/apple/mps/runtime/graph/nodes.def>
#undef MPS_NODE

/// Adds the operators of one node.
Error build_node(GraphBuilder& builder, const mpsgraph::MPSNode& node);

}  // namespace mps
}  // namespace backends
}  // namespace executorch
