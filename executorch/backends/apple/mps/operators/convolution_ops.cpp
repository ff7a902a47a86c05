#include <executorch/backends/apple/mps/operators/nodes.h>
#include <executorch/backends/apple/mps/operators/visitor.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace executorch::backends::mps {
namespace {

/// MPSGraph is wrong beyond these.
constexpr int64_t kMaxOutputChannels = 65536;
constexpr int64_t kMaxKernelOfBatchedGroups = 255;

/// {height, width} of an argument; in one dimension the height is `of_line`.
std::array<int32_t, 2> pair_of(const exir::Node& node, std::string_view name,
                               bool is_line, int32_t of_line) {
  const auto pair = window_pair(node, name);
  return {is_line ? of_line : static_cast<int32_t>(pair[0]),
          static_cast<int32_t>(pair[1])};
}

Refusal reason_against(const exir::Node& node) {
  const auto input = sizes_of(node.tensor("input"));
  const auto weight = sizes_of(node.tensor("weight"));
  if (node.bool_value("transposed")) {
    return "a transposed convolution";
  }
  if (weight.size() != input.size() || weight.size() < 3 || weight.size() > 4) {
    return fmt::format("a convolution over {} dimensions of an input of {}",
                       weight.size() - 2, input.size());
  }
  if (weight[0] > kMaxOutputChannels) {
    return fmt::format("{} output channels, MPSGraph is right up to {}",
                       weight[0], kMaxOutputChannels);
  }
  const int64_t side = std::max(weight[2], weight.back());
  if (node.int_value("groups") > 1 && input[0] > 1 &&
      side > kMaxKernelOfBatchedGroups) {
    return fmt::format("a kernel of {} with groups and a batch", side);
  }
  return require_float(node, "input");
}

/// [N, C, L] as [N, C, 1, L].
std::vector<int64_t> as_plane(std::vector<int64_t> sizes) {
  if (sizes.size() == 3) {
    sizes.insert(sizes.begin() + 2, 1);
  }
  return sizes;
}

}  // namespace

Refusal visit_convolution(GraphWriter& writer, const exir::Node& node,
                          MPSNodeUnion) {
  if (Refusal refusal = reason_against(node)) {
    return refusal;
  }
  const exir::Value* input = node.tensor("input");
  const MPSDataType dtype = writer.compute_type(input->dtype());
  const Tensor x = writer.get(input, dtype, as_plane(sizes_of(input)));
  const exir::Value* kernels = node.tensor("weight");
  const Tensor weight = writer.get(kernels, dtype, as_plane(sizes_of(kernels)));
  const exir::Value* bias = node.optional_tensor("bias");
  const int32_t bias_id = bias == nullptr ? -1 : writer.get(bias, dtype).id;

  const bool is_line = sizes_of(kernels).size() == 3;
  const auto stride = pair_of(node, "stride", is_line, 1);
  const auto padding = pair_of(node, "padding", is_line, 0);
  const auto dilation = pair_of(node, "dilation", is_line, 1);
  const auto groups = static_cast<int32_t>(node.int_value("groups"));
  const bool is_depthwise = groups > 1 && weight.sizes[1] == 1 && !is_line;
  const std::vector<int64_t> sizes = sizes_of(node.output());
  const Tensor result = writer.new_tensor(dtype, as_plane(sizes));
  writer.add(
      is_depthwise ? MPSNodeUnion::MPSDepthwiseConv2D : MPSNodeUnion::MPSConv2D,
      mpsgraph::CreateMPSConv(writer.builder(), x.id, weight.id, bias_id,
                              result.id, stride[1], stride[0], dilation[1],
                              dilation[0], groups, padding[1], padding[1],
                              padding[0], padding[0])
          .Union());
  writer.define(node.output(), view(writer, result, sizes));
  return std::nullopt;
}

}  // namespace executorch::backends::mps
