#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

namespace executorch::backends::mps {
namespace {

constexpr MPSDataType kBool = MPSDataType::mps_data_type_bool;
constexpr MPSDataType kFloat32 = MPSDataType::mps_data_type_float32;

/// The operand in the dtype of the result: integers become floats.
Tensor operand(GraphWriter& writer, const exir::Node& node) {
  return writer.get(node.tensor("self"),
                    form_of(writer, node, node.output()->dtype()));
}

}  // namespace

Refusal visit_signed_unary(GraphWriter& writer, const exir::Node& node,
                           MPSNodeUnion type) {
  const exir::ScalarType dtype = node.output()->dtype();
  if (dtype == exir::ScalarType::Bool || dtype == exir::ScalarType::Byte) {
    return "self is unsigned";
  }
  writer.define(node.output(), unary(writer, type, operand(writer, node)));
  return std::nullopt;
}

Refusal visit_float_unary(GraphWriter& writer, const exir::Node& node,
                          MPSNodeUnion type) {
  writer.define(node.output(), unary(writer, type, operand(writer, node)));
  return std::nullopt;
}

/// Results that leave the range of half soon.
Refusal visit_wide_unary(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion type) {
  writer.define(node.output(),
                unary(writer, type, writer.get(node.tensor("self"), kFloat32)));
  return std::nullopt;
}

Refusal visit_float_only_unary(GraphWriter& writer, const exir::Node& node,
                               MPSNodeUnion type) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  return visit_float_unary(writer, node, type);
}

Refusal visit_trunc(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  const Tensor x = operand(writer, node);
  const Tensor is_negative =
      binary(writer, MPSNodeUnion::MPSLt, x, writer.scalar(0, x.dtype), kBool);
  writer.define(node.output(), where(writer, is_negative,
                                     unary(writer, MPSNodeUnion::MPSCeil, x),
                                     unary(writer, MPSNodeUnion::MPSFloor, x)));
  return std::nullopt;
}

Refusal visit_float_test(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion type) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  // In half a number out of range would be an infinity.
  const exir::Value* self = node.tensor("self");
  if (writer.compute_type(self->dtype()) != data_type(self->dtype()) &&
      !writer.is_wide(self)) {
    return "self is computed in half, which has other infinities";
  }
  writer.define(node.output(), unary(writer, type, writer.get(self), kBool));
  return std::nullopt;
}

Refusal visit_logical_not(GraphWriter& writer, const exir::Node& node,
                          MPSNodeUnion) {
  const Tensor x = writer.get(node.tensor("self"));
  writer.define(node.output(),
                x.dtype == kBool ? unary(writer, MPSNodeUnion::MPSLogicalNot, x)
                                 : binary(writer, MPSNodeUnion::MPSEq, x,
                                          writer.scalar(0, x.dtype), kBool));
  return std::nullopt;
}

/// Of integers it is newer than the systems that the delegate serves.
Refusal visit_bitwise_not(GraphWriter& writer, const exir::Node& node,
                          MPSNodeUnion) {
  const Tensor x = writer.get(node.tensor("self"));
  if (x.dtype != kBool) {
    return "bits of integers";
  }
  writer.define(node.output(), unary(writer, MPSNodeUnion::MPSLogicalNot, x));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
