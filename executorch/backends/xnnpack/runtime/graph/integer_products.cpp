#include <executorch/backends/xnnpack/runtime/graph/integer_products.h>

#include <cinttypes>

namespace executorch {
namespace backends {
namespace xnnpack {

using Kind = Quantization::Kind;

namespace {

bool is_byte(int32_t number) { return number >= 0 && number <= UINT8_MAX; }

/// What the node says of the result, besides the window.
Result<engine::QuantizedConv2d> requantization_of(
    GraphBuilder& builder, const fb_xnnpack::XNode& node,
    const IntegerProduct& product) {
  ET_XNN_ASSIGN(quant, builder.quantization(product.output));
  engine::QuantizedConv2d op;
  op.x_zero_point = static_cast<uint8_t>(product.x.zero_point);
  op.y_zero_point = static_cast<uint8_t>(quant.zero_point);
  ET_XNN_ASSIGN(bounds, bounds_of(node));
  op.min = quantized_bound(bounds.min, quant);
  op.max = quantized_bound(bounds.max, quant);
  return op;
}

/// Operands of QuantizedConv2d.
Result<std::vector<ValueId>> operands_of(GraphBuilder& builder,
                                         const IntegerProduct& product,
                                         ValueId image, ValueId filters) {
  ET_XNN_ASSIGN(quant, builder.quantization(product.output));
  const int64_t outputs = builder.type(filters).sizes[0];
  std::vector<float> scales = product.weights.scales;
  if (scales.size() == 1) {
    scales.resize(static_cast<size_t>(outputs), scales[0]);
  }
  for (float& scale : scales) {
    scale = scale * product.x.scale / quant.scale;
  }
  ET_XNN_ASSIGN(scale, builder.add_floats({outputs}, scales));
  std::vector<ValueId> operands = {image, filters, scale};
  if (product.bias != kNoId) {
    ET_XNN_ASSIGN(bias, builder.dense(product.bias));
    ET_XNN_ASSIGN(line, builder.reshape(bias, {builder.type(bias).numel()}));
    operands.push_back(line);
  }
  return operands;
}

}  // namespace

Result<bool> is_product_of_integers(GraphBuilder& builder,
                                    const IntegerProduct& product) {
  const Activation& x = product.x;
  if (!x.is_quantized || x.rows != engine::kNoValue ||
      !product.weights.is_quantized() || !is_byte(x.zero_point) ||
      builder.type(x.numbers).dtype != ScalarType::Byte ||
      builder.type(product.weights.numbers).dtype != ScalarType::Char) {
    return false;
  }
  if (product.bias != kNoId) {
    ET_XNN_ASSIGN(quant, builder.quantization(product.bias));
    ET_XNN_ASSIGN(dtype, builder.held_dtype(product.bias));
    if (quant.kind == Kind::kNone || dtype != ScalarType::Int) {
      return false;
    }
  }
  ET_XNN_ASSIGN(quant, builder.quantization(product.output));
  ET_XNN_ASSIGN(dtype, builder.held_dtype(product.output));
  return quant.kind == Kind::kTensor && dtype == ScalarType::Byte &&
         is_byte(quant.zero_point);
}

Result<ValueId> convolve_integers(GraphBuilder& builder,
                                  const fb_xnnpack::XNode& node,
                                  const IntegerProduct& product,
                                  ValueId filters, const engine::Conv2d& op) {
  ET_XNN_ASSIGN(requantization, requantization_of(builder, node, product));
  engine::QuantizedConv2d quantized = requantization;
  quantized.window = op.window;
  quantized.groups = op.groups;
  ET_XNN_ASSIGN(operands,
                operands_of(builder, product, product.x.numbers, filters));
  return builder.graph().add(quantized, operands);
}

/// Rows are images of one pixel.
Result<ValueId> multiply_integers(GraphBuilder& builder,
                                  const fb_xnnpack::XNode& node,
                                  const IntegerProduct& product, ValueId rows,
                                  ValueId filters) {
  std::vector<int64_t> sizes = builder.type(rows).sizes;
  const int64_t outputs = builder.type(filters).sizes[0];
  const int64_t depth = builder.type(filters).sizes[1];
  ET_CHECK_OR_RETURN_ERROR(
      !sizes.empty() && sizes.back() == depth && depth != 0, InvalidProgram,
      "XNNPACK payload: a product of rows of %" PRId64
      " and columns of %" PRId64,
      sizes.empty() ? 0 : sizes.back(), depth);
  ET_XNN_ASSIGN(
      image,
      builder.reshape(rows, {builder.type(rows).numel() / depth, depth, 1, 1}));
  ET_XNN_ASSIGN(pixels, builder.reshape(filters, {outputs, 1, 1, depth}));
  ET_XNN_ASSIGN(op, requantization_of(builder, node, product));
  ET_XNN_ASSIGN(operands, operands_of(builder, product, image, pixels));
  ET_XNN_ASSIGN(y, builder.graph().add(op, operands));
  sizes.back() = outputs;
  return builder.reshape(y, std::move(sizes));
}

}  // namespace xnnpack
}  // namespace backends
}  // namespace executorch
