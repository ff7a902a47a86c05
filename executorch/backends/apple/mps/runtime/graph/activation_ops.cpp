#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <string>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;

Error build_hardtanh(GraphBuilder& builder, const mpsgraph::MPSNode&,
                     const mpsgraph::MPSHardTanh& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::Clamp{node.min_value(), node.max_value()},
                          {x}));
}

Error build_relu(GraphBuilder& builder, const mpsgraph::MPSNode&,
                 const mpsgraph::_MPSNode2x1& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return builder.define(node.output_id(),
                        builder.graph().add(Unary{Unary::Kind::kRelu}, {x}));
}

Error build_gelu(GraphBuilder& builder, const mpsgraph::MPSNode&,
                 const mpsgraph::MPSGELU& node, int) {
  const std::string approximate =
      node.approximate() == nullptr ? "none" : node.approximate()->str();
  const bool tanh = approximate == "tanh";
  ET_CHECK_OR_RETURN_ERROR(
      tanh || approximate == "none" || approximate.empty(), InvalidProgram,
      "MPS payload: approximate of a GELU is %s, expected none or tanh",
      approximate.c_str());
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return builder.define(
      node.output_id(),
      builder.graph().add(
          Unary{tanh ? Unary::Kind::kGeluTanh : Unary::Kind::kGelu}, {x}));
}

Error build_leaky_relu(GraphBuilder& builder, const mpsgraph::MPSNode&,
                       const mpsgraph::MPSLeakyReLU& node, int) {
  ET_MPS_ASSIGN(x, builder.value(node.input1_id()));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::LeakyRelu{node.negative_slope()}, {x}));
}

Error build_softmax(GraphBuilder& builder, const mpsgraph::MPSNode&,
                    const mpsgraph::MPSSoftmax& node, bool is_log) {
  ET_MPS_ASSIGN(given, builder.value(node.input1_id()));
  ET_MPS_ASSIGN(
      x, builder.cast(given, node.half_to_float() ? ScalarType::Float
                                                  : builder.type(given).dtype));
  ET_MPS_ASSIGN(axis, builder.axis(node.dim(), builder.type(x).rank()));
  return builder.define(
      node.output_id(),
      builder.graph().add(engine::Softmax{axis, is_log}, {x}));
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
