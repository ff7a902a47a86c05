#include <executorch/backends/xnnpack/operators/quantized_products.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace executorch::backends::xnnpack {
namespace {

using Kind = Quantization::Kind;

/// What XNNPACK's kernels scale sums by.
constexpr float kLeastFactor = 0x1p-32f;
constexpr float kMostFactor = 256;

std::vector<float> scales_of(const Quantization& quantization) {
  return quantization.kind == Kind::kTensor
             ? std::vector<float>{quantization.scale}
             : quantization.scales;
}

std::vector<float> floats_of(const exir::Value* value) {
  const auto integers = quantized_constant(value);
  const exir::ConstantData data =
      integers ? dequantized(*integers) : value->data;
  std::vector<float> floats(data.bytes.size() / sizeof(float));
  std::memcpy(floats.data(), data.bytes.data(), data.bytes.size());
  return floats;
}

int32_t rounded(float value) {
  constexpr float kMost = 2147483520.0f;  // the last float below 2^31
  return static_cast<int32_t>(std::nearbyint(std::clamp(value, -kMost, kMost)));
}

}  // namespace

Quantization IntegerProduct::filter(int32_t channel_dim) const {
  Quantization quantization = weight.quantization;
  if (quantization.kind == Kind::kChannel) {
    quantization.channel_dim = channel_dim;
  }
  return quantization;
}

Tensor IntegerProduct::bias(GraphWriter& writer,
                            const exir::Value* bias) const {
  if (bias == nullptr) {
    return {};
  }
  Quantization quantization = filter(0);
  quantization.scale *= input.scale;
  for (float& scale : quantization.scales) {
    scale *= input.scale;
  }
  const std::vector<float> scales = scales_of(quantization);
  const std::vector<float> floats = floats_of(bias);
  std::vector<int32_t> numbers(floats.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = rounded(floats[i] / scales[i % scales.size()]);
  }
  return writer.integer_bias(bias, std::move(numbers), std::move(quantization));
}

std::optional<IntegerProduct> integer_product(const GraphWriter& writer,
                                              const exir::Node& node,
                                              const exir::Value* input,
                                              const exir::Value* weight,
                                              int32_t channel_axis) {
  const auto of_input = writer.stored_quantization(input);
  auto constant = quantized_constant(weight);
  auto result = stored_result(node);
  if (!of_input || of_input->kind != Kind::kTensor || !constant || !result) {
    return std::nullopt;
  }
  const Quantization& of_weight = constant->quantization;
  const bool has_channels = of_weight.kind == Kind::kChannel
                                ? of_weight.channel_dim == channel_axis
                                : of_weight.zero_point == 0;
  const auto is_possible = [&](float scale) {
    const float factor = of_input->scale * scale / result->quantization.scale;
    return factor >= kLeastFactor && factor < kMostFactor;
  };
  const std::vector<float> scales = scales_of(of_weight);
  if (!has_channels ||
      !std::all_of(scales.begin(), scales.end(), is_possible)) {
    return std::nullopt;
  }
  return IntegerProduct{*of_input, std::move(*constant), std::move(*result)};
}

Tensor new_result(GraphWriter& writer, const StoredResult& result,
                  Sizes sizes) {
  return writer.new_quantized(result.quantization, std::move(sizes));
}

void define_result(GraphWriter& writer, const StoredResult& result,
                   const Tensor& tensor, Layout layout) {
  for (const exir::Value* value : result.values) {
    writer.define(value, tensor, layout);
  }
}

}  // namespace executorch::backends::xnnpack
