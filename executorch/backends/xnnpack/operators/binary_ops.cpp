#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/quantized_products.h>
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

/// Whether XNNPACK has kernels of int8 for these scales.
bool is_integer_kind(XNodeUnion kind, float a, float b, float y) {
  const auto is_within = [](float factor, float least) {
    return factor >= least && factor < 256;
  };
  switch (kind) {
    case XNodeUnion::XNNAdd:
    case XNodeUnion::XNNSubtract:
      return is_within(a / y, 0x1p-10f) && is_within(b / y, 0x1p-10f);
    case XNodeUnion::XNNMultiply:
      return is_within(a * b / y, 0x1p-16f);
    default:
      return false;
  }
}

/// The node in integers, if operands of one shape and the result are stored so.
bool write_integers(GraphWriter& writer, const exir::Node& node,
                    XNodeUnion kind, Layout layout) {
  const exir::Value* left = node.tensor("self");
  const exir::Value* right = node.tensor("other");
  const auto of_left = writer.stored_quantization(left);
  const auto of_right = writer.stored_quantization(right);
  const auto result = stored_result(node);
  if (!of_left || !of_right || !result ||
      sizes_of(left).size() != sizes_of(right).size() ||
      !is_integer_kind(kind, of_left->scale, of_right->scale,
                       result->quantization.scale)) {
    return false;
  }
  const Tensor a = *writer.quantized(left, layout);
  const Tensor b = *writer.quantized(right, layout);
  const Sizes sizes = sizes_of(node.output());
  const Tensor y = new_result(
      writer, *result, layout == Layout::kPixels ? pixel_sizes(sizes) : sizes);
  writer.add(
      kind,
      fb_xnnpack::Create_XNNNode2x1(writer.builder(), a.id, b.id, y.id).Union(),
      result->bounds);
  define_result(writer, *result, y, layout);
  return true;
}

}  // namespace

Refusal visit_binary(GraphWriter& writer, const exir::Node& node,
                     XNodeUnion kind) {
  if (alpha_of(node) != 1) {
    return fmt::format("alpha is {}", alpha_of(node));
  }
  const XNNDatatype dtype = type_of(writer, node);
  const Layout layout = common_layout(writer, node);
  if (write_integers(writer, node, kind, layout)) {
    return std::nullopt;
  }
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
