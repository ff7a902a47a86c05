#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/quantized_products.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <fmt/format.h>

#include <array>

namespace executorch::backends::xnnpack {
namespace {

/// A convolution in two dimensions: one over [N, C, L] is of height 1.
struct Convolution {
  std::array<int64_t, 2> kernel;
  std::array<int64_t, 2> stride;
  std::array<int64_t, 2> padding;
  std::array<int64_t, 2> dilation;
  std::array<int64_t, 2> output_padding;
  int64_t groups = 1;
  int64_t group_inputs = 1;
  int64_t group_outputs = 1;
  bool is_transposed = false;
  bool is_line = false;

  /// Filters of one input channel that all groups have.
  bool is_depthwise() const { return !is_transposed && group_inputs == 1; }
  XNodeUnion kind() const {
    if (is_transposed) {
      return XNodeUnion::XNNConvTranspose2d;
    }
    return is_depthwise() ? XNodeUnion::XNNDepthwiseConv2d
                          : XNodeUnion::XNNConv2d;
  }
};

/// {height, width} of an argument; in one dimension the height is `of_line`.
std::array<int64_t, 2> pair_of(const exir::Node& node, std::string_view name,
                               bool is_line, int64_t of_line) {
  const auto pair = window_pair(node, name, {of_line, of_line});
  return {is_line ? of_line : pair[0], pair[1]};
}

Convolution convolution_of(const exir::Node& node) {
  const Sizes weight = sizes_of(node.tensor("weight"));
  Convolution conv;
  conv.is_line = weight.size() == 3;
  conv.is_transposed = node.bool_value("transposed");
  conv.kernel = {conv.is_line ? 1 : weight[2], weight.back()};
  conv.stride = pair_of(node, "stride", conv.is_line, 1);
  conv.padding = pair_of(node, "padding", conv.is_line, 0);
  conv.dilation = pair_of(node, "dilation", conv.is_line, 1);
  conv.output_padding = pair_of(node, "output_padding", conv.is_line, 0);
  conv.groups = node.int_value("groups");
  const int64_t of_group = weight[0] / conv.groups;
  conv.group_inputs = conv.is_transposed ? of_group : weight[1];
  conv.group_outputs = conv.is_transposed ? weight[1] : of_group;
  return conv;
}

Refusal reason_against(const exir::Node& node) {
  const exir::Value* weight = node.tensor("weight");
  const exir::Value* bias = node.optional_tensor("bias");
  const size_t rank = sizes_of(weight).size();
  if (rank != sizes_of(node.tensor("input")).size() || rank < 3 || rank > 4) {
    return fmt::format("a convolution over {} dimensions", rank - 2);
  }
  if (!is_constant(weight) || (bias != nullptr && !is_constant(bias))) {
    return "weight or bias is computed";
  }
  const Convolution conv = convolution_of(node);
  for (size_t i = 0; i < 2; ++i) {
    if (conv.padding[i] < 0 ||
        (conv.is_transposed && conv.output_padding[i] >= conv.stride[i])) {
      return fmt::format("padding {} and output_padding {} with stride {}",
                         conv.padding[i], conv.output_padding[i],
                         conv.stride[i]);
    }
  }
  return std::nullopt;
}

/// [O, I, K] of a line is [O, I, 1, K].
Sizes as_planes(Sizes sizes) {
  if (sizes.size() == 3) {
    sizes.insert(sizes.begin() + 2, 1);
  }
  return sizes;
}

/// The order in which XNNPACK has filters: [O, H, W, I / groups], or, of a
/// depthwise convolution, [1, H, W, O]. A transposed one has
/// [I, O / groups, H, W] here.
struct FilterOrder {
  Sizes sizes;
  std::vector<uint32_t> axes;
  Sizes result;
  int32_t channel_dim;
};

FilterOrder order_of(const Convolution& conv, const exir::Value* weight) {
  const Sizes sizes = as_planes(sizes_of(weight));
  const int64_t outputs = conv.groups * conv.group_outputs;
  if (conv.is_depthwise()) {
    return {sizes, {1, 2, 3, 0}, {1, sizes[2], sizes[3], outputs}, 3};
  }
  const Sizes result{outputs, sizes[2], sizes[3], conv.group_inputs};
  if (!conv.is_transposed) {
    return {sizes, {0, 2, 3, 1}, result, 0};
  }
  return {
      {conv.groups, conv.group_inputs, conv.group_outputs, sizes[2], sizes[3]},
      {0, 2, 3, 4, 1},
      result,
      0};
}

void write_node(GraphWriter& writer, const Convolution& conv, const Tensor& x,
                const Tensor& filter, const Tensor& bias, const Tensor& y,
                std::optional<Bounds> bounds = {}) {
  const auto narrow = [](int64_t value) {
    return static_cast<uint32_t>(value);
  };
  writer.add(
      conv.kind(),
      fb_xnnpack::Create_XNNNodeConv(
          writer.builder(), narrow(conv.padding[0]), narrow(conv.padding[1]),
          narrow(conv.padding[0]), narrow(conv.padding[1]),
          narrow(conv.kernel[0]), narrow(conv.kernel[1]),
          narrow(conv.stride[0]), narrow(conv.stride[1]),
          narrow(conv.dilation[0]), narrow(conv.dilation[1]),
          narrow(conv.group_inputs), narrow(conv.group_outputs),
          narrow(conv.groups), narrow(conv.output_padding[0]),
          narrow(conv.output_padding[1]), x.id, filter.id, bias.id, y.id)
          .Union(),
      bounds);
}

}  // namespace

Refusal visit_convolution(GraphWriter& writer, const exir::Node& node,
                          XNodeUnion) {
  if (Refusal refusal = reason_against(node)) {
    return refusal;
  }
  const Convolution conv = convolution_of(node);
  const exir::Value* input = node.tensor("input");
  const exir::Value* weight = node.tensor("weight");
  const exir::Value* bias = node.optional_tensor("bias");
  const FilterOrder order = order_of(conv, weight);
  const Sizes sizes = pixel_sizes(sizes_of(node.output()));
  const bool by_group = conv.is_transposed && conv.groups > 1;
  const auto product =
      integer_product(writer, node, input, weight, conv.is_transposed ? 1 : 0);
  if (product && !(by_group && product->weight.quantization.kind ==
                                   Quantization::Kind::kChannel)) {
    const Tensor filter = writer.with_sizes(
        writer.integer_weight(product->weight, order.sizes, order.axes,
                              product->filter(order.channel_dim)),
        order.result);
    const Tensor y = new_result(writer, product->result, sizes);
    write_node(writer, conv, *writer.quantized(input, Layout::kPixels), filter,
               product->bias(writer, bias), y, product->result.bounds);
    define_result(writer, product->result, y, Layout::kPixels);
    return std::nullopt;
  }
  const XNNDatatype dtype = writer.compute_type(input->dtype());
  const Tensor filter = writer.with_sizes(
      writer.weight(weight, order.sizes, order.axes, dtype), order.result);
  const Tensor shift = bias == nullptr
                           ? Tensor()
                           : writer.weight(bias, sizes_of(bias), {0}, dtype);
  const Tensor x = writer.get(input, Layout::kPixels, dtype);
  const Tensor y = writer.new_tensor(dtype, sizes);
  write_node(writer, conv, x, filter, shift, y);
  writer.define(node.output(), y, Layout::kPixels);
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
