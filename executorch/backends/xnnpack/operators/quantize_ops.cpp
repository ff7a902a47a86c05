#include <executorch/backends/xnnpack/operators/dynamic_quantization.h>
#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/quantized_values.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::backends::xnnpack {
namespace {

using exir::ScalarType;

/// Whether a node reads or makes the integers with these parameters; delegates
/// were made of such nodes.
bool has_parameters(const exir::Node& node, std::string_view name,
                    const Quantization& quantization) {
  const std::string op = node.op().schema.qualified_name();
  return op == "executorch_prim::call_delegate" ||
         (op == name && per_tensor(node) == quantization);
}

/// Whether every node that quantizes to or from these integers has these
/// parameters: a tensor of the payload has one set of them.
bool are_common(const exir::Value* integers, const Quantization& quantization) {
  const exir::Node* producer = integers->producer;
  return std::all_of(integers->users.begin(), integers->users.end(),
                     [&](const exir::Node* user) {
                       return has_parameters(
                           *user, "quantized_decomposed::dequantize_per_tensor",
                           quantization);
                     }) &&
         (producer == nullptr ||
          has_parameters(*producer, "quantized_decomposed::quantize_per_tensor",
                         quantization));
}

}  // namespace

Refusal visit_quantize(GraphWriter& writer, const exir::Node& node,
                       XNodeUnion) {
  const auto quantization = per_tensor(node);
  const exir::Value* input = node.tensor("input");
  if (!quantization || node.int_value("quant_min") != -128) {
    return "a quantization to other integers than the whole range of int8";
  }
  if (input->dtype() != ScalarType::Float) {
    return "quantized numbers that are not float32";
  }
  if (!are_common(node.output(), *quantization)) {
    return "the integers are read as such, or with another scale";
  }
  const Layout layout = common_layout(writer, node);
  if (writer.stored_quantization(input) == quantization) {
    writer.define(node.output(), *writer.quantized(input, layout), layout);
    return std::nullopt;
  }
  const Tensor x = writer.get(input, layout, XNNDatatype::xnn_datatype_fp32);
  writer.define(node.output(), quantize(writer, x, *quantization), layout);
  return std::nullopt;
}

/// The integers stand for the result until a node reads floats.
Refusal visit_dequantize(GraphWriter& writer, const exir::Node& node,
                         XNodeUnion) {
  if (quantized_constant(node.output())) {
    return std::nullopt;
  }
  const auto quantization = per_tensor(node);
  const exir::Value* input = node.tensor("input");
  if (!quantization || input->is_constant() ||
      node.output()->dtype() != ScalarType::Float) {
    return "other integers than int8, or other floats than float32";
  }
  if (!are_common(input, *quantization)) {
    return "the integers are read as such, or with another scale";
  }
  for (const Layout layout : {Layout::kRows, Layout::kPixels}) {
    if (writer.has(input, layout)) {
      writer.define(node.output(), *writer.quantized(input, layout), layout);
    }
  }
  return std::nullopt;
}

namespace {

constexpr const char* kNotDynamic =
    "no dynamic quantization for products with int8 weights by channel alone";

}  // namespace

Refusal visit_dynamic_dequantize(GraphWriter& writer, const exir::Node& node,
                                 XNodeUnion kind);

/// Weights, whose readers take the integers, or floats; or rows.
Refusal visit_dequantize_channels(GraphWriter& writer, const exir::Node& node,
                                  XNodeUnion kind) {
  return quantized_constant(node.output())
             ? std::nullopt
             : visit_dynamic_dequantize(writer, node, kind);
}

/// The last of the three nodes writes what they do.
Refusal visit_choose_qparams(GraphWriter&, const exir::Node& node, XNodeUnion) {
  return is_dynamic_choice(node) ? Refusal() : kNotDynamic;
}

Refusal visit_dynamic_quantize(GraphWriter&, const exir::Node& node,
                               XNodeUnion) {
  return is_dynamic_quantize(node) ? Refusal() : kNotDynamic;
}

Refusal visit_dynamic_dequantize(GraphWriter& writer, const exir::Node& node,
                                 XNodeUnion) {
  const exir::Value* input = dynamic_input(node.output());
  if (input == nullptr) {
    return kNotDynamic;
  }
  Quantization rows;
  rows.kind = Quantization::Kind::kRow;
  const Tensor x =
      writer.get(input, Layout::kRows, XNNDatatype::xnn_datatype_fp32);
  writer.define(node.output(), quantize(writer, x, rows));
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
