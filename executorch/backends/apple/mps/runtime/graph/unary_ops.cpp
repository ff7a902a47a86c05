#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;

namespace {

Error add_unary(GraphBuilder& builder, int32_t output, ValueId x,
                Unary::Kind kind) {
  return builder.define(output, builder.graph().add(Unary{kind}, {x}));
}

}  // namespace

Error build_unary(GraphBuilder& builder, const mpsgraph::MPSNode&,
                  const mpsgraph::_MPSNode1x1& node, Unary::Kind kind) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return add_unary(builder, node.output_id(), x, kind);
}

/// Integers become float32 first, as in ATen.
Error build_float_unary(GraphBuilder& builder, const mpsgraph::MPSNode&,
                        const mpsgraph::_MPSNode1x1& node, Unary::Kind kind) {
  ET_MPS_ASSIGN(given, builder.value(node.input1_id()));
  const ScalarType dtype = builder.type(given).dtype;
  ET_MPS_ASSIGN(x, builder.cast(given, runtime::isFloatingType(dtype)
                                           ? dtype
                                           : ScalarType::Float));
  return add_unary(builder, node.output_id(), x, kind);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
