#include <executorch/backends/xnnpack/operators/dynamic_quantization.h>

#include <executorch/backends/xnnpack/operators/token_quantization.h>
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

/// int8 with a scale for each output channel, or 4 bits with scales of blocks.
bool is_filter(const Value* value) {
  const auto weight = quantized_constant(value);
  return (weight && weight->quantization.kind == Quantization::Kind::kChannel &&
          weight->quantization.channel_dim == 1) ||
         block_constant(value);
}

/// A product of `left` with such a filter, and at most a constant bias.
bool is_dynamic_product(const Node& node, const Value* left) {
  const bool has_bias = is(&node, "aten::addmm");
  if (!has_bias && !is(&node, "aten::mm")) {
    return false;
  }
  const bool is_plain =
      !has_bias || (node.number("alpha") == 1 && node.number("beta") == 1 &&
                    node.tensor("self")->sizes().size() == 1 &&
                    node.tensor("self")->is_constant());
  return is_plain && node.tensor(has_bias ? "mat1" : "self") == left &&
         node.tensor("mat2") != left && is_filter(node.tensor("mat2"));
}

bool is_read_by_products(const Value* value) {
  const exir::Graph& graph = value->producer->graph();
  return !graph.is_unused(value) && !graph.is_output(value) &&
         std::all_of(value->users.begin(), value->users.end(),
                     [&](const Node* user) {
                       return is_dynamic_product(*user, value);
                     });
}

const Value* token_input(const Value* value) {
  const auto tokens = is_read_by_products(value)
                          ? token_quantization(*value->producer)
                          : std::nullopt;
  return tokens && tokens->input->dtype() == ScalarType::Float ? tokens->input
                                                               : nullptr;
}

/// The product whose filter the node is on the way to, or null.
const Node* product_behind(const Node& node) {
  const Node* at = &node;
  for (int i = 0;
       i < 2 && (is(at, "aten::view_copy") || is(at, "aten::permute_copy"));
       ++i) {
    const Value* output = at->output();
    if (output->users.size() != 1 || at->graph().is_output(output)) {
      return nullptr;
    }
    at = output->users[0];
  }
  return at;
}

/// View and permutation of a filter of 4 bits.
bool is_in_filter(const Node& node) {
  if (!is(&node, "aten::view_copy") && !is(&node, "aten::permute_copy")) {
    return false;
  }
  const Node* product = product_behind(node);
  const bool has_bias = is(product, "aten::addmm");
  if (!has_bias && !is(product, "aten::mm")) {
    return false;
  }
  const Value* filter = product->tensor("mat2");
  const Node* permute = filter->producer;
  return block_constant(filter) &&
         (permute == &node || permute->tensor("self")->producer == &node) &&
         dynamic_input(product->tensor(has_bias ? "mat1" : "self")) != nullptr;
}

}  // namespace

bool is_looked_through(const Node& node) {
  if (is_in_filter(node)) {
    return true;
  }
  const Node* dequantize = token_dequantize_behind(node);
  if (dequantize == nullptr || dequantize == &node ||
      dynamic_input(dequantize->output()) == nullptr) {
    return false;
  }
  const auto tokens = token_quantization(*dequantize);
  return tokens &&
         std::binary_search(tokens->nodes.begin(), tokens->nodes.end(), &node);
}

const Value* dynamic_input(const Value* value) {
  const Node* dequantize = value->producer;
  if (is(dequantize, "quantized_decomposed::dequantize_per_channel") &&
      !dequantize->tensor("input")->is_constant()) {
    return token_input(value);
  }
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
  return is_chosen && is_read_by_products(value) && is_int8(*choice) &&
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
