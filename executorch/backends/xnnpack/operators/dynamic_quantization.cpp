#include <executorch/backends/xnnpack/operators/dynamic_quantization.h>

#include <executorch/exir/ir/op_info.h>

#include <algorithm>

namespace executorch::backends::xnnpack {
namespace {

using exir::Node;
using exir::ScalarType;
using exir::Value;

bool is(const Node* node, std::string_view name) {
  return node != nullptr && node->op().schema.qualified_name() == name;
}

bool is_int8(const Node& node) {
  return std::get<ScalarType>(node.arg("dtype")) == ScalarType::Char &&
         node.int_value("quant_min") == -128 &&
         node.int_value("quant_max") == 127;
}

/// A product of `left` with a filter by channel, and at most a constant bias.
bool is_dynamic_product(const Node& node, const Value* left) {
  const bool has_bias = is(&node, "aten::addmm");
  if (!has_bias && !is(&node, "aten::mm")) {
    return false;
  }
  const auto weight = quantized_constant(node.tensor("mat2"));
  const bool is_plain =
      !has_bias || (node.number("alpha") == 1 && node.number("beta") == 1 &&
                    node.tensor("self")->sizes().size() == 1 &&
                    node.tensor("self")->is_constant());
  return is_plain && node.tensor(has_bias ? "mat1" : "self") == left &&
         node.tensor("mat2") != left && weight &&
         weight->quantization.kind == Quantization::Kind::kChannel &&
         weight->quantization.channel_dim == 1;
}

}  // namespace

const Value* dynamic_input(const Value* value) {
  const Node* dequantize = value->producer;
  if (!is(dequantize, "quantized_decomposed::dequantize_per_tensor.tensor")) {
    return nullptr;
  }
  const Node* quantize = dequantize->tensor("input")->producer;
  if (!is(quantize, "quantized_decomposed::quantize_per_tensor.tensor")) {
    return nullptr;
  }
  const Value* input = quantize->tensor("input");
  const Value* scale = quantize->tensor("scale");
  const Value* zero_point = quantize->tensor("zero_point");
  const Node* choice = scale->producer;
  const bool is_chosen =
      is(choice, "quantized_decomposed::choose_qparams.tensor") &&
      choice->tensor("input") == input && choice->output(0) == scale &&
      choice->output(1) == zero_point && dequantize->tensor("scale") == scale &&
      dequantize->tensor("zero_point") == zero_point;
  const bool is_read_by_products =
      !dequantize->graph().is_unused(value) &&
      !dequantize->graph().is_output(value) &&
      std::all_of(
          value->users.begin(), value->users.end(),
          [&](const Node* user) { return is_dynamic_product(*user, value); });
  return is_chosen && is_read_by_products && is_int8(*choice) &&
                 is_int8(*quantize) && is_int8(*dequantize) &&
                 input->dtype() == ScalarType::Float &&
                 value->dtype() == ScalarType::Float
             ? input
             : nullptr;
}

bool is_dynamic_quantize(const Node& quantize) {
  const Value* integers = quantize.output();
  return !integers->users.empty() && !quantize.graph().is_output(integers) &&
         std::all_of(integers->users.begin(), integers->users.end(),
                     [](const Node* user) {
                       return dynamic_input(user->output()) != nullptr;
                     });
}

bool is_dynamic_choice(const Node& choose_qparams) {
  for (const Value* output : choose_qparams.outputs()) {
    if (choose_qparams.graph().is_output(output)) {
      return false;
    }
    for (const Node* user : output->users) {
      const bool is_known =
          is(user, "quantized_decomposed::quantize_per_tensor.tensor")
              ? is_dynamic_quantize(*user)
              : dynamic_input(user->output()) != nullptr;
      if (!is_known) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace executorch::backends::xnnpack
