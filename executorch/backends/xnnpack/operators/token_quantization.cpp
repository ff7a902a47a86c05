#include <executorch/backends/xnnpack/operators/token_quantization.h>

#include <executorch/exir/ir/op_info.h>

#include <algorithm>
#include <string_view>

namespace executorch::backends::xnnpack {
namespace {

using exir::Node;
using exir::ScalarType;
using exir::Value;

/// Nodes between a row and its dequantization, at most.
constexpr int kMaxSteps = 16;

bool is(const Node* node, std::string_view name) {
  return node != nullptr && node->op().schema.qualified_name() == name;
}

const Value* behind_views(const Value* value) {
  while (is(value->producer, "aten::view_copy")) {
    value = value->producer->tensor("self");
  }
  return value;
}

/// Follows a computation backwards and notes its nodes; null where it differs.
class Match {
 public:
  /// @param[in] columns Size of the rows.
  explicit Match(int64_t columns) : columns_(columns) {}

  /// The node of that operator that computes the value, views left out.
  const Node* step(const Value* value, std::string_view name) {
    while (value != nullptr && is(value->producer, "aten::view_copy")) {
      nodes_.push_back(value->producer);
      value = value->producer->tensor("self");
    }
    const bool found = value != nullptr && is(value->producer, name);
    if (found) {
      nodes_.push_back(value->producer);
    }
    return found ? value->producer : nullptr;
  }

  /// clamp(x, min, max), none standing for NaN; gives x.
  const Value* clamped(const Value* value, std::optional<double> min,
                       std::optional<double> max) {
    const Node* node = step(value, "aten::clamp");
    const auto bound = [&](std::string_view name) {
      return node->is_none(name) ? std::nullopt
                                 : std::optional(node->number(name));
    };
    return node != nullptr && bound("min") == min && bound("max") == max
               ? node->tensor("self")
               : nullptr;
  }

  /// amin or amax over the last dimension; gives the operand.
  const Value* extreme(const Value* value, std::string_view name) {
    const Node* node = value == nullptr ? nullptr : step(value, name);
    if (node == nullptr || node->ints("dim").size() != 1) {
      return nullptr;
    }
    const Value* operand = node->tensor("self");
    const auto rank = static_cast<int64_t>(operand->sizes().size());
    const int64_t dim = node->ints("dim")[0].constant().value_or(rank);
    const bool is_of_rows =
        (dim == -1 || dim == rank - 1) && rank > 0 &&
        operand->sizes().back().constant().value_or(-1) == columns_;
    return is_of_rows ? behind_views(operand) : nullptr;
  }

  std::vector<const Node*> take() {
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
    return std::move(nodes_);
  }

 private:
  int64_t columns_;
  std::vector<const Node*> nodes_;
};

/// The operand whose rows have this scale and these least numbers, or null.
const Value* operand_of_scale(Match& match, const Value* scale,
                              const Value*& low) {
  const Node* clamp = match.step(scale, "aten::clamp");
  if (clamp == nullptr || clamp->is_none("min") || !clamp->is_none("max") ||
      !(clamp->number("min") > 0)) {
    return nullptr;
  }
  const Node* ratio = match.step(clamp->tensor("self"), "aten::div.Scalar");
  if (ratio == nullptr || ratio->number("other") != 255) {
    return nullptr;
  }
  const Node* range = match.step(ratio->tensor("self"), "aten::sub.Tensor");
  if (range == nullptr || range->number("alpha") != 1) {
    return nullptr;
  }
  low = behind_views(range->tensor("other"));
  const Value* least = match.extreme(
      match.clamped(range->tensor("other"), std::nullopt, 0), "aten::amin");
  const Value* most = match.extreme(
      match.clamped(range->tensor("self"), 0, std::nullopt), "aten::amax");
  return least == most ? least : nullptr;
}

/// clamp(-128 - round(low / scale), -128, 127) as int8
bool is_zero_point(Match& match, const Value* value, const Value* low,
                   const Value* scale) {
  const Node* cast = match.step(value, "aten::_to_copy");
  if (cast == nullptr || cast->output()->dtype() != ScalarType::Char) {
    return false;
  }
  const Value* exact = match.clamped(cast->tensor("self"), -128, 127);
  const Node* from =
      exact == nullptr ? nullptr : match.step(exact, "aten::rsub.Scalar");
  if (from == nullptr || from->number("other") != -128 ||
      from->number("alpha") != 1) {
    return false;
  }
  const Node* rounded = match.step(from->tensor("self"), "aten::round");
  const Node* steps = rounded == nullptr ? nullptr
                                         : match.step(rounded->tensor("self"),
                                                      "aten::div.Tensor");
  return steps != nullptr && behind_views(steps->tensor("self")) == low &&
         behind_views(steps->tensor("other")) == behind_views(scale);
}

bool is_by_row(const Node& node) {
  return std::get<ScalarType>(node.arg("dtype")) == ScalarType::Char &&
         node.int_value("axis") == 0 && node.int_value("quant_min") == -128 &&
         node.int_value("quant_max") == 127 &&
         node.tensor("input")->sizes().size() == 2;
}

/// Whether all that reads the nodes is among them.
bool are_closed(const std::vector<const Node*>& nodes, const Node& last) {
  return std::all_of(nodes.begin(), nodes.end(), [&](const Node* node) {
    const Value* output = node->output();
    return node == &last ||
           (!node->graph().is_output(output) &&
            std::all_of(output->users.begin(), output->users.end(),
                        [&](const Node* user) {
                          return std::binary_search(nodes.begin(), nodes.end(),
                                                    user);
                        }));
  });
}

}  // namespace

std::optional<TokenQuantization> token_quantization(const Node& dequantize) {
  const auto& sizes = dequantize.output()->sizes();
  Match match(sizes.empty() ? 0 : sizes.back().constant().value_or(0));
  if (match.step(dequantize.output(),
                 "quantized_decomposed::dequantize_per_channel") == nullptr ||
      !is_by_row(dequantize)) {
    return std::nullopt;
  }
  const Node* quantize = match.step(
      dequantize.tensor("input"), "quantized_decomposed::quantize_per_channel");
  const Value* zero_points = dequantize.optional_tensor("zero_points");
  if (quantize == nullptr || !is_by_row(*quantize) || zero_points == nullptr ||
      behind_views(quantize->tensor("scales")) !=
          behind_views(dequantize.tensor("scales")) ||
      behind_views(quantize->tensor("zero_points")) !=
          behind_views(zero_points)) {
    return std::nullopt;
  }
  TokenQuantization found;
  found.input = quantize->tensor("input");
  const Value* low = nullptr;
  const Value* scale = quantize->tensor("scales");
  const Value* operand = operand_of_scale(match, scale, low);
  const bool is_same =
      operand != nullptr && operand == behind_views(found.input);
  if (!is_same ||
      !is_zero_point(match, quantize->tensor("zero_points"), low, scale)) {
    return std::nullopt;
  }
  // The other views of scale and zero point.
  match.step(dequantize.tensor("scales"), "aten::clamp");
  match.step(zero_points, "aten::_to_copy");
  found.nodes = match.take();
  return are_closed(found.nodes, dequantize) ? std::optional(found)
                                             : std::nullopt;
}

const Node* token_dequantize_behind(const Node& node) {
  const Node* at = &node;
  for (int i = 0; i < kMaxSteps && at != nullptr && !at->outputs().empty();
       ++i) {
    if (is(at, "quantized_decomposed::dequantize_per_channel")) {
      return at->tensor("input")->is_constant() ? nullptr : at;
    }
    const Value* output = at->output();
    at = output->users.empty() ? nullptr : output->users.back();
  }
  return nullptr;
}

}  // namespace executorch::backends::xnnpack
