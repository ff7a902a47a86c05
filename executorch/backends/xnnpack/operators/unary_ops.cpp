#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace executorch::backends::xnnpack {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The operand in its layout, and the layout.
struct Operand {
  Tensor x;
  Layout layout;
};

Operand operand_of(GraphWriter& writer, const exir::Node& node,
                   XNNDatatype dtype) {
  const Layout layout = common_layout(writer, node);
  return {writer.get(node.tensor("self"), layout, dtype), layout};
}

Operand operand_of(GraphWriter& writer, const exir::Node& node) {
  return operand_of(writer, node,
                    writer.compute_type(node.tensor("self")->dtype()));
}

Refusal write_clamp(GraphWriter& writer, const exir::Node& node, float min,
                    float max) {
  if (!(min < max)) {
    return fmt::format("bounds {} and {}, XNNPACK asks for a range", min, max);
  }
  const auto [x, layout] = operand_of(writer, node);
  writer.define(node.output(), clamp(writer, x, {min, max}), layout);
  return std::nullopt;
}

}  // namespace

Refusal visit_unary(GraphWriter& writer, const exir::Node& node,
                    XNodeUnion kind) {
  const auto [x, layout] = operand_of(writer, node);
  writer.define(node.output(), unary(writer, kind, x), layout);
  return std::nullopt;
}

/// In float32 whatever the precision: half has no kernel or too small a range.
Refusal visit_float_unary(GraphWriter& writer, const exir::Node& node,
                          XNodeUnion kind) {
  const auto [x, layout] =
      operand_of(writer, node, XNNDatatype::xnn_datatype_fp32);
  writer.define(node.output(), unary(writer, kind, x), layout);
  return std::nullopt;
}

Refusal visit_gelu(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  if (std::get<std::string>(node.arg("approximate")) != "none") {
    return "gelu by tanh";
  }
  return visit_float_unary(writer, node, XNodeUnion::XNNGelu);
}

Refusal visit_relu(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  return write_clamp(writer, node, 0, kInfinity);
}

Refusal visit_hardtanh(GraphWriter& writer, const exir::Node& node,
                       XNodeUnion) {
  return write_clamp(writer, node, static_cast<float>(node.number("min_val")),
                     static_cast<float>(node.number("max_val")));
}

Refusal visit_clamp(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const auto bound = [&](std::string_view name, float missing) {
    return node.is_none(name) ? missing : static_cast<float>(node.number(name));
  };
  return write_clamp(writer, node, bound("min", -kInfinity),
                     bound("max", kInfinity));
}

Refusal visit_leaky_relu(GraphWriter& writer, const exir::Node& node,
                         XNodeUnion) {
  const auto slope = static_cast<float>(node.number("negative_slope"));
  if (!std::isfinite(slope) || slope == 0) {
    return fmt::format("negative_slope {}", slope);
  }
  const auto [x, layout] = operand_of(writer, node);
  Tensor y = writer.new_tensor(x.dtype, x.sizes);
  writer.add(XNodeUnion::XNNLeakyReLU,
             fb_xnnpack::CreateXNNLeakyReLU(writer.builder(), slope, x.id, y.id)
                 .Union());
  writer.define(node.output(), y, layout);
  return std::nullopt;
}

Refusal visit_elu(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const auto alpha = static_cast<float>(node.number("alpha"));
  if (!(alpha > 0) || !std::isfinite(alpha) || node.number("scale") != 1 ||
      node.number("input_scale") != 1) {
    return fmt::format("elu with alpha {} or with scales", alpha);
  }
  const auto [x, layout] = operand_of(writer, node);
  Tensor y = writer.new_tensor(x.dtype, x.sizes);
  writer.add(
      XNodeUnion::XNNELU,
      fb_xnnpack::CreateXNNELU(writer.builder(), alpha, x.id, y.id).Union());
  writer.define(node.output(), y, layout);
  return std::nullopt;
}

Refusal visit_pow_scalar(GraphWriter& writer, const exir::Node& node,
                         XNodeUnion) {
  const double exponent = node.number("exponent");
  if (exponent != 2) {
    return fmt::format("a power of {}, XNNPACK has squares", exponent);
  }
  return visit_float_unary(writer, node, XNodeUnion::XNNSquare);
}

}  // namespace executorch::backends::xnnpack
