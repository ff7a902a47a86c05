#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

namespace executorch {
namespace backends {
namespace mps {

Error build_matmul(GraphBuilder& builder, const mpsgraph::MPSNode&,
                   const mpsgraph::_MPSNode2x1& node, int) {
  ET_MPS_ASSIGN(a, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(b, builder.value(node.input2_id()));
  return builder.define(node.output_id(),
                        builder.graph().add(engine::MatMul{}, {a, b}));
}

Error build_addmm(GraphBuilder& builder, const mpsgraph::MPSNode&,
                  const mpsgraph::MPSAddmm& node, int) {
  ET_MPS_ASSIGN(c, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(a, builder.value(node.input2_id()));
  ET_MPS_ASSIGN(b, builder.value(node.input3_id()));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::MatMul{node.alpha(), node.beta()},
                          {a, b, c}));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
