#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;

Error build_clamp(GraphBuilder& builder, const mpsgraph::MPSNode& outer,
                  const mpsgraph::MPSClamp& node, int) {
  const auto* const bounds = outer.min_max();
  ET_CHECK_OR_RETURN_ERROR(bounds != nullptr, InvalidProgram,
                           "MPS payload: a clamp without min_max");
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return builder.define(
      node.output_id(),
      builder.graph().add(
          engine::Clamp{bounds->min_value(), bounds->max_value()}, {x}));
}

Error build_where(GraphBuilder& builder, const mpsgraph::MPSNode&,
                  const mpsgraph::_MPSNode3x1& node, int) {
  ET_MPS_ASSIGN(given, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(condition, builder.cast(given, ScalarType::Bool));
  ET_MPS_ASSIGN(a, builder.value(node.input2_id()));
  ET_MPS_ASSIGN(b, builder.value(node.input3_id()));
  const ScalarType dtype =
      runtime::promoteTypes(builder.type(a).dtype, builder.type(b).dtype);
  ET_MPS_ASSIGN(left, builder.cast(a, dtype));
  ET_MPS_ASSIGN(right, builder.cast(b, dtype));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::Select{}, {condition, left, right}));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
