#include <executorch/backends/xnnpack/operators/quantized_values.h>

#include <executorch/backends/xnnpack/operators/constants.h>
#include <executorch/exir/ir/op_info.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace executorch::backends::xnnpack {
namespace {

using exir::Node;
using exir::ScalarType;
using exir::Value;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool is(const Node& node, std::string_view name) {
  return node.op().schema.qualified_name() == name;
}

/// What XNNPACK takes.
bool is_scale(float scale) { return scale > 0 && std::isnormal(scale); }

template <class T>
std::vector<T> elements(const Value* value) {
  std::vector<T> list(value->data.bytes.size() / sizeof(T));
  std::memcpy(list.data(), value->data.bytes.data(), list.size() * sizeof(T));
  return list;
}

/// Constants that are all zero, or that are absent.
bool are_zero(const Value* value) {
  return value == nullptr ||
         (value->is_constant() &&
          std::all_of(value->data.bytes.begin(), value->data.bytes.end(),
                      [](std::byte byte) { return byte == std::byte{0}; }));
}

std::optional<Quantization> per_channel(const Node& node) {
  const Value* scales = node.tensor("scales");
  const int64_t rank =
      static_cast<int64_t>(node.tensor("input")->sizes().size());
  const int64_t axis = node.int_value("axis");
  if (!scales->is_constant() || scales->dtype() != ScalarType::Float ||
      !are_zero(node.optional_tensor("zero_points"))) {
    return std::nullopt;
  }
  Quantization quantization;
  quantization.kind = Quantization::Kind::kChannel;
  quantization.scales = elements<float>(scales);
  quantization.channel_dim =
      static_cast<int32_t>(axis < 0 ? axis + rank : axis);
  return std::all_of(quantization.scales.begin(), quantization.scales.end(),
                     is_scale)
             ? std::optional(quantization)
             : std::nullopt;
}

/// Bounds of an activation whose input is a node's result.
std::optional<Bounds> activation_bounds(const Node& node) {
  if (is(node, "aten::relu")) {
    return Bounds{0, kInfinity};
  }
  if (is(node, "aten::hardtanh") &&
      node.number("min_val") < node.number("max_val")) {
    return Bounds{static_cast<float>(node.number("min_val")),
                  static_cast<float>(node.number("max_val"))};
  }
  return std::nullopt;
}

const Node* only_user(const Value* value) {
  const bool is_read_once = value->users.size() == 1 &&
                            value->producer != nullptr &&
                            !value->producer->graph().is_output(value);
  return is_read_once ? value->users[0] : nullptr;
}

}  // namespace

std::optional<Quantization> per_tensor(const Node& node) {
  Quantization quantization;
  quantization.scale = static_cast<float>(node.number("scale"));
  const int64_t zero_point = node.int_value("zero_point");
  quantization.zero_point = static_cast<int32_t>(zero_point);
  const bool has_form =
      std::get<ScalarType>(node.arg("dtype")) == ScalarType::Char &&
      node.int_value("quant_max") == 127 && zero_point >= -128 &&
      zero_point <= 127;
  return has_form && is_scale(quantization.scale) ? std::optional(quantization)
                                                  : std::nullopt;
}

std::optional<QuantizedConstant> quantized_constant(const Value* value) {
  const Node* node = value->producer;
  if (node == nullptr || value->dtype() != ScalarType::Float) {
    return std::nullopt;
  }
  const bool by_channel =
      is(*node, "quantized_decomposed::dequantize_per_channel");
  if (!by_channel &&
      !is(*node, "quantized_decomposed::dequantize_per_tensor")) {
    return std::nullopt;
  }
  const Value* integers = node->tensor("input");
  if (!integers->is_constant() || integers->dtype() != ScalarType::Char) {
    return std::nullopt;
  }
  const auto quantization = by_channel ? per_channel(*node) : per_tensor(*node);
  return quantization
             ? std::optional(QuantizedConstant{integers, *quantization})
             : std::nullopt;
}

std::optional<QuantizedConstant> block_constant(const Value* filter) {
  constexpr int64_t kBlockUnit = 32;  // XNNPACK's
  const Node* permute = filter->producer;
  if (permute == nullptr || !is(*permute, "aten::permute_copy") ||
      filter->sizes().size() != 2) {
    return std::nullopt;
  }
  const Node* view = permute->tensor("self")->producer;
  if (view == nullptr || !is(*view, "aten::view_copy")) {
    return std::nullopt;
  }
  const Value* blocks = view->tensor("self");
  // With other readers it would be a value of its own.
  if (filter->users.size() != 1 || view->output()->users.size() != 1) {
    return std::nullopt;
  }
  auto constant = quantized_constant(blocks);
  const auto sizes = exir::static_sizes(*filter);
  if (!constant || !sizes || blocks->sizes().size() != 2 ||
      constant->quantization.kind != Quantization::Kind::kChannel ||
      constant->quantization.channel_dim != 0 ||
      blocks->producer->int_value("quant_min") != -8 ||
      blocks->producer->int_value("quant_max") != 7) {
    return std::nullopt;
  }
  const int64_t block = (*exir::static_sizes(*blocks))[1];
  if (block % kBlockUnit != 0 || (*sizes)[0] % block != 0) {
    return std::nullopt;
  }
  Quantization& quantization = constant->quantization;
  quantization.kind = Quantization::Kind::kBlock;
  quantization.block = static_cast<int32_t>(block);
  return constant;
}

bool is_constant(const Value* value) {
  return value->is_constant() || quantized_constant(value);
}

exir::ConstantData dequantized(const QuantizedConstant& constant) {
  const auto integers = elements<int8_t>(constant.integers);
  const Quantization& quantization = constant.quantization;
  const Sizes sizes = *exir::static_sizes(*constant.integers);
  size_t inner = 1;
  size_t channels = 1;
  if (quantization.kind == Quantization::Kind::kChannel) {
    const auto dim = static_cast<size_t>(quantization.channel_dim);
    channels = static_cast<size_t>(sizes[dim]);
    for (size_t i = dim + 1; i < sizes.size(); ++i) {
      inner *= static_cast<size_t>(sizes[i]);
    }
  }
  std::vector<float> floats(integers.size());
  for (size_t i = 0; i < floats.size(); ++i) {
    const float scale = quantization.scales.empty()
                            ? quantization.scale
                            : quantization.scales[i / inner % channels];
    floats[i] =
        static_cast<float>(integers[i] - quantization.zero_point) * scale;
  }
  return owned(std::move(floats));
}

Quantization read_quantization(const Value* integers) {
  for (const Node* user : integers->users) {
    if (is(*user, "quantized_decomposed::dequantize_per_tensor")) {
      return per_tensor(*user).value_or(Quantization());
    }
  }
  return {};
}

std::optional<StoredResult> stored_result(const Node& node) {
  StoredResult result;
  result.values.push_back(node.output());
  const Node* user = only_user(node.output());
  if (user == nullptr) {
    return std::nullopt;
  }
  if ((result.bounds = activation_bounds(*user))) {
    result.values.push_back(user->output());
    user = only_user(user->output());
  }
  if (user == nullptr ||
      !is(*user, "quantized_decomposed::quantize_per_tensor")) {
    return std::nullopt;
  }
  const auto quantization = per_tensor(*user);
  if (!quantization || user->int_value("quant_min") != -128) {
    return std::nullopt;
  }
  result.quantization = *quantization;
  result.values.push_back(user->output());
  return result;
}

}  // namespace executorch::backends::xnnpack
