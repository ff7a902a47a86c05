#include <executorch/backends/apple/mps/runtime/graph/nodes.h>

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <string>

namespace executorch {
namespace backends {
namespace mps {

using aten::ScalarType;

namespace {

struct Operands {
  ValueId a = engine::kNoValue;
  ValueId b = engine::kNoValue;
};

/// Both operands in the dtype that holds them, floating if that is wanted.
Result<Operands> promoted(GraphBuilder& builder, int32_t id1, int32_t id2,
                          bool to_float = false) {
  ET_MPS_ASSIGN(a, builder.value(id1));
  ET_MPS_ASSIGN(b, builder.value(id2));
  ScalarType dtype =
      runtime::promoteTypes(builder.type(a).dtype, builder.type(b).dtype);
  if (to_float && !runtime::isFloatingType(dtype)) {
    dtype = ScalarType::Float;
  }
  ET_MPS_ASSIGN(left, builder.cast(a, dtype));
  ET_MPS_ASSIGN(right, builder.cast(b, dtype));
  return Operands{left, right};
}

Error add_binary(GraphBuilder& builder, int32_t output, const Operands& pair,
                 Binary::Kind kind) {
  return builder.define(output,
                        builder.graph().add(Binary{kind}, {pair.a, pair.b}));
}

}  // namespace

Error build_binary(GraphBuilder& builder, const mpsgraph::MPSNode&,
                   const mpsgraph::_MPSNode2x1& node, Binary::Kind kind) {
  ET_MPS_ASSIGN(pair, promoted(builder, node.input1_id(), node.input2_id()));
  return add_binary(builder, node.output_id(), pair, kind);
}

Error build_float_binary(GraphBuilder& builder, const mpsgraph::MPSNode&,
                         const mpsgraph::_MPSNode2x1& node, Binary::Kind kind) {
  ET_MPS_ASSIGN(pair,
                promoted(builder, node.input1_id(), node.input2_id(), true));
  return add_binary(builder, node.output_id(), pair, kind);
}

Error build_binary(GraphBuilder& builder, const mpsgraph::MPSNode&,
                   const mpsgraph::_MPSDivNode2x1& node, Binary::Kind kind) {
  ET_MPS_ASSIGN(pair, promoted(builder, node.input1_id(), node.input2_id()));
  return add_binary(builder, node.output_id(), pair, kind);
}

Error build_add(GraphBuilder& builder, const mpsgraph::MPSNode&,
                const mpsgraph::_MPSNodeWithAlpha2x1& node, Binary::Kind kind) {
  ET_MPS_ASSIGN(pair, promoted(builder, node.input1_id(), node.input2_id()));
  if (node.alpha() == 1.0f) {
    return add_binary(builder, node.output_id(), pair, kind);
  }
  ET_MPS_ASSIGN(alpha, builder.graph().add_scalar(builder.type(pair.b).dtype,
                                                  node.alpha()));
  ET_MPS_ASSIGN(
      scaled, builder.graph().add(Binary{Binary::Kind::kMul}, {pair.b, alpha}));
  return add_binary(builder, node.output_id(), {pair.a, scaled}, kind);
}

/// Without a rounding mode the quotient of integers is a float.
Error build_div(GraphBuilder& builder, const mpsgraph::MPSNode&,
                const mpsgraph::_MPSDivNode2x1& node, int) {
  const std::string mode =
      node.rounding_mode() == nullptr ? "" : node.rounding_mode()->str();
  const bool floors = mode == "floor";
  const bool truncates = mode == "trunc";
  ET_CHECK_OR_RETURN_ERROR(
      floors || truncates || mode.empty(), InvalidProgram,
      "MPS payload: rounding_mode is %s, expected floor or trunc",
      mode.c_str());
  ET_MPS_ASSIGN(pair, promoted(builder, node.input1_id(), node.input2_id(),
                               mode.empty()));
  return add_binary(builder, node.output_id(), pair,
                    floors      ? Binary::Kind::kFloorDiv
                    : truncates ? Binary::Kind::kTruncDiv
                                : Binary::Kind::kDiv);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
