#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace executorch::backends::xnnpack {
namespace {

/// XNNPACK's limit for the sides of a resized image.
constexpr int64_t kMaxSide = 16384;

using exir::pool_windows;
using Windows = std::array<exir::PoolWindow, 2>;

Refusal reason_against(const exir::Node& node, const Windows& windows) {
  if (sizes_of(node.tensor("self")).size() != 4) {
    return "pooling without a batch";
  }
  if (windows[0].kernel == 1 && windows[1].kernel == 1) {
    return "windows of one element";
  }
  for (const exir::PoolWindow& window : windows) {
    if (window.stride > window.kernel) {
      return fmt::format("stride {} above kernel size {}", window.stride,
                         window.kernel);
    }
  }
  return std::nullopt;
}

Tensor pool(GraphWriter& writer, XNodeUnion kind, const Tensor& x,
            const Windows& windows) {
  constexpr uint32_t kKeepDims = 0x40;
  const auto& [h, w] = windows;
  const Sizes sizes{x.sizes[0], h.output, w.output, x.sizes[3]};
  Tensor y = x.quantization ? writer.new_quantized(*x.quantization, sizes)
                            : writer.new_tensor(x.dtype, sizes);
  const auto narrow = [](int64_t value) {
    return static_cast<uint32_t>(value);
  };
  writer.add(kind,
             fb_xnnpack::Create_XNNPooling2D(
                 writer.builder(), narrow(h.padding), narrow(w.padding_after()),
                 narrow(h.padding_after()), narrow(w.padding), narrow(h.kernel),
                 narrow(w.kernel), narrow(h.stride), narrow(w.stride),
                 narrow(h.dilation), narrow(w.dilation), x.id, y.id, kKeepDims)
                 .Union());
  return y;
}

/// Zeros that count, instead of padding that does not.
Tensor with_zeros(GraphWriter& writer, const Tensor& x, Windows& windows) {
  auto& [h, w] = windows;
  const Tensor padded = pad(writer, x, {0, h.padding, w.padding, 0},
                            {0, h.padding, w.padding, 0}, 0);
  h.input += 2 * h.padding;
  w.input += 2 * w.padding;
  h.padding = w.padding = 0;
  return padded;
}

}  // namespace

Refusal visit_max_pool2d(GraphWriter& writer, const exir::Node& node,
                         XNodeUnion) {
  const Windows windows = pool_windows(node);
  if (Refusal refusal = reason_against(node, windows)) {
    return refusal;
  }
  if (!node.graph().is_unused(node.output(1))) {
    return "the positions are used";
  }
  const exir::Value* input = node.tensor("self");
  const Tensor x =
      writer.get(input, Layout::kPixels, writer.type_at_hand(input));
  writer.define(node.output(),
                pool(writer, XNodeUnion::XNNMaxPooling2d, x, windows),
                Layout::kPixels);
  return std::nullopt;
}

Refusal visit_avg_pool2d(GraphWriter& writer, const exir::Node& node,
                         XNodeUnion) {
  Windows windows = pool_windows(node);
  if (Refusal refusal = reason_against(node, windows)) {
    return refusal;
  }
  const auto& [h, w] = windows;
  if (!node.is_none("divisor_override") &&
      node.int_value("divisor_override") != h.kernel * w.kernel) {
    return "a divisor of its own";
  }
  if (h.padding_after() > h.padding || w.padding_after() > w.padding) {
    return "ceil mode with windows that hang over";
  }
  Tensor x = writer.get(node.tensor("self"), Layout::kPixels,
                        XNNDatatype::xnn_datatype_fp32);
  if (node.bool_value("count_include_pad")) {
    x = with_zeros(writer, x, windows);
  }
  writer.define(node.output(),
                pool(writer, XNodeUnion::XNNAvgPooling2d, x, windows),
                Layout::kPixels);
  return std::nullopt;
}

Refusal visit_upsample_bilinear2d(GraphWriter& writer, const exir::Node& node,
                                  XNodeUnion) {
  constexpr uint32_t kAlignCorners = 8;
  const exir::Value* input = node.tensor("input");
  const Sizes from = sizes_of(input);
  const Sizes to = sizes_of(node.output());
  const bool align_corners = node.bool_value("align_corners");
  const auto* factors =
      std::get_if<std::vector<double>>(&node.arg("scale_factors"));
  for (size_t i = 0; i < 2; ++i) {
    const int64_t side = to[2 + i];
    if (side > kMaxSide || from[2 + i] > kMaxSide ||
        (align_corners && side == 1)) {
      return fmt::format("a side of {}", side);
    }
    // ATen takes a factor that is given in place of the ratio of the sizes.
    if (!align_corners && factors != nullptr && factors->size() == 2 &&
        static_cast<double>(from[2 + i]) * (*factors)[i] !=
            static_cast<double>(side)) {
      return fmt::format("{} times {} is not {}", from[2 + i], (*factors)[i],
                         side);
    }
  }
  const Tensor x = writer.get(input, Layout::kPixels);
  const Tensor y = writer.new_tensor(x.dtype, pixel_sizes(to));
  writer.add(XNodeUnion::XNNStaticResizeBilinear2D,
             fb_xnnpack::CreateXNNStaticResizeBilinear2D(
                 writer.builder(), static_cast<uint32_t>(to[2]),
                 static_cast<uint32_t>(to[3]), x.id, y.id,
                 align_corners ? kAlignCorners : 0)
                 .Union());
  writer.define(node.output(), y, Layout::kPixels);
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
