#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <cmath>

namespace executorch::backends::xnnpack {
namespace {

/// The factor of the second operand; 1 where the operator has none.
double alpha_of(const exir::Node& node) {
  return node.op().schema.param_index("alpha") ? node.number("alpha") : 1;
}

XNNDatatype type_of(GraphWriter& writer, const exir::Node& node) {
  return writer.compute_type(node.output()->dtype());
}

}  // namespace

Refusal visit_binary(GraphWriter& writer, const exir::Node& node,
                     XNodeUnion kind) {
  if (alpha_of(node) != 1) {
    return fmt::format("alpha is {}", alpha_of(node));
  }
  const XNNDatatype dtype = type_of(writer, node);
  const Layout layout = common_layout(writer, node);
  const Tensor a =
      operand(writer, node.tensor("self"), node.output(), layout, dtype);
  const Tensor b =
      operand(writer, node.tensor("other"), node.output(), layout, dtype);
  writer.define(node.output(), binary(writer, kind, a, b), layout);
  return std::nullopt;
}

Refusal visit_binary_scalar(GraphWriter& writer, const exir::Node& node,
                            XNodeUnion kind) {
  const double number = node.number("other") * alpha_of(node);
  if (!std::isfinite(number)) {
    return fmt::format("the number {}", number);
  }
  const XNNDatatype dtype = type_of(writer, node);
  const Layout layout = common_layout(writer, node);
  const Tensor a = writer.get(node.tensor("self"), layout, dtype);
  const Tensor b = writer.scalar(number, dtype);
  writer.define(node.output(), binary(writer, kind, a, b), layout);
  return std::nullopt;
}

Refusal visit_rsub(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const double number = node.number("other");
  if (alpha_of(node) != 1 || !std::isfinite(number)) {
    return fmt::format("alpha is {}, the number {}", alpha_of(node), number);
  }
  const XNNDatatype dtype = type_of(writer, node);
  const Layout layout = common_layout(writer, node);
  const Tensor a = writer.scalar(number, dtype);
  const Tensor b = writer.get(node.tensor("self"), layout, dtype);
  writer.define(node.output(), binary(writer, XNodeUnion::XNNSubtract, a, b),
                layout);
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
