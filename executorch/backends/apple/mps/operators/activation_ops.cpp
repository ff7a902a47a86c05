#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>

#include <limits>

namespace executorch::backends::mps {
namespace {

Tensor operand(GraphWriter& writer, const exir::Node& node) {
  return writer.get(node.tensor("self"),
                    form_of(writer, node, node.output()->dtype()));
}

}  // namespace

Refusal visit_relu(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  writer.define(node.output(), relu(writer, operand(writer, node)));
  return std::nullopt;
}

Refusal visit_leaky_relu(GraphWriter& writer, const exir::Node& node,
                         MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  const Tensor x = operand(writer, node);
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  writer.add(MPSNodeUnion::MPSLeakyReLU,
             mpsgraph::CreateMPSLeakyReLU(
                 writer.builder(), x.id, result.id,
                 static_cast<float>(node.number("negative_slope")))
                 .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_hardtanh(GraphWriter& writer, const exir::Node& node,
                       MPSNodeUnion) {
  if (Refusal refusal = require_float(node, "self")) {
    return refusal;
  }
  const Tensor x = operand(writer, node);
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  writer.add(
      MPSNodeUnion::MPSHardTanh,
      mpsgraph::CreateMPSHardTanh(writer.builder(), x.id, result.id,
                                  static_cast<float>(node.number("min_val")),
                                  static_cast<float>(node.number("max_val")))
          .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

Refusal visit_gelu(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const Tensor x = operand(writer, node);
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  writer.add(MPSNodeUnion::MPSGELU,
             mpsgraph::CreateMPSGELUDirect(
                 writer.builder(), x.id, result.id,
                 std::get<std::string>(node.arg("approximate")).c_str())
                 .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

/// The first half times the sigmoid of the second.
Refusal visit_glu(GraphWriter& writer, const exir::Node& node, MPSNodeUnion) {
  const Tensor x = operand(writer, node);
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  const int64_t half = x.sizes[axis] / 2;
  const Tensor gate = unary(writer, MPSNodeUnion::MPSSigmoid,
                            slice(writer, x, axis, half, x.sizes[axis]));
  writer.define(node.output(), binary(writer, MPSNodeUnion::MPSMul,
                                      slice(writer, x, axis, 0, half), gate));
  return std::nullopt;
}

Refusal visit_softmax(GraphWriter& writer, const exir::Node& node,
                      MPSNodeUnion type) {
  const exir::Value* self = node.tensor("self");
  if (sizes_of(self).empty()) {
    return "self has no dimension";
  }
  const MPSDataType form = node.bool_value("half_to_float")
                               ? MPSDataType::mps_data_type_float32
                               : form_of(writer, node, self->dtype());
  const Tensor x = writer.get(self, form);
  const size_t axis = normalized_axis(node.int_value("dim"), x.sizes.size());
  Tensor result = writer.new_tensor(x.dtype, x.sizes);
  writer.add(type, mpsgraph::CreateMPSSoftmax(writer.builder(), x.id, result.id,
                                              static_cast<int32_t>(axis), false)
                       .Union());
  writer.define(node.output(), result);
  return std::nullopt;
}

}  // namespace executorch::backends::mps
