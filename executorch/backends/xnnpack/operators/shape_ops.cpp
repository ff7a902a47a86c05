#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace executorch::backends::xnnpack {
namespace {

/// Sizes of a value; XNNPACK's tensors have a dimension.
Sizes tensor_sizes(const exir::Value* value) {
  const Sizes sizes = sizes_of(value);
  return sizes.empty() ? Sizes{1} : sizes;
}

/// A value as rows, in the precision in which it is at hand.
Tensor rows_of(GraphWriter& writer, const exir::Value* value) {
  return writer.get(value, Layout::kRows, writer.type_at_hand(value));
}

size_t axis_in(Layout layout, size_t axis, size_t rank) {
  return layout == Layout::kPixels ? pixel_axis(axis, rank) : axis;
}

/// Whether all are at hand as integers with the same scale.
bool have_one_scale(const GraphWriter& writer,
                    const std::vector<exir::Value*>& values) {
  const auto first = writer.stored_quantization(values[0]);
  return first &&
         std::all_of(values.begin(), values.end(),
                     [&](const exir::Value* value) {
                       return writer.stored_quantization(value) == first;
                     });
}

}  // namespace

Refusal visit_view(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  writer.define(node.output(),
                reshape(writer, rows_of(writer, node.tensor("self")),
                        tensor_sizes(node.output())));
  return std::nullopt;
}

/// The same value, or one of the other precision.
Refusal visit_alias(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const Layout layout = common_layout(writer, node);
  const XNNDatatype dtype = input->dtype() == node.output()->dtype()
                                ? writer.type_at_hand(input)
                                : writer.compute_type(node.output()->dtype());
  writer.define(node.output(), writer.get(input, layout, dtype), layout);
  return std::nullopt;
}

Refusal visit_permute(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const Tensor x = rows_of(writer, input);
  std::vector<uint32_t> axes;
  for (const int64_t axis : ints_of(node, "dims")) {
    axes.push_back(static_cast<uint32_t>(normalized_axis(axis, x.rank())));
  }
  if (axes == std::vector<uint32_t>{0, 3, 1, 2}) {
    writer.define(node.output(), x, Layout::kPixels);
    return std::nullopt;
  }
  writer.define(node.output(), axes.empty() ? x : transpose(writer, x, axes));
  return std::nullopt;
}

Refusal visit_select(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const Tensor x = rows_of(writer, node.tensor("self"));
  const size_t axis = normalized_axis(node.int_value("dim"), x.rank());
  const auto at = static_cast<int64_t>(normalized_axis(
      node.int_value("index"), static_cast<size_t>(x.sizes[axis])));
  writer.define(node.output(),
                reshape(writer, slice(writer, x, axis, at, at + 1),
                        tensor_sizes(node.output())));
  return std::nullopt;
}

Refusal visit_slice(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const Sizes sizes = sizes_of(input);
  const size_t rank = sizes.size();
  const size_t axis = normalized_axis(node.int_value("dim"), rank);
  const int64_t size = sizes[axis];
  const int64_t step = node.int_value("step");
  const int64_t count = sizes_of(node.output())[axis];
  if (step != 1 && count > 1) {
    return fmt::format("a step of {}", step);
  }
  int64_t start = node.is_none("start") ? 0 : node.int_value("start");
  start = std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
  const Layout layout = common_layout(writer, node);
  const Tensor x = writer.get(input, layout, writer.type_at_hand(input));
  writer.define(
      node.output(),
      slice(writer, x, axis_in(layout, axis, rank), start, start + count),
      layout);
  return std::nullopt;
}

Refusal visit_cat(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const auto& values = std::get<std::vector<exir::Value*>>(node.arg("tensors"));
  const size_t rank = sizes_of(node.output()).size();
  const XNNDatatype dtype = writer.compute_type(node.output()->dtype());
  const Layout layout = common_layout(writer, node);
  const bool is_quantized = have_one_scale(writer, values);
  std::vector<Tensor> parts;
  for (const exir::Value* value : values) {
    if (sizes_of(value).size() != rank) {
      return fmt::format("a part has {} dimensions, the result {}",
                         sizes_of(value).size(), rank);
    }
    parts.push_back(is_quantized ? *writer.quantized(value, layout)
                                 : writer.get(value, layout, dtype));
  }
  const size_t axis = normalized_axis(node.int_value("dim"), rank);
  writer.define(
      node.output(),
      concatenate(writer, std::move(parts), axis_in(layout, axis, rank)),
      layout);
  return std::nullopt;
}

Refusal visit_stack(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  Sizes sizes = sizes_of(node.output());
  const size_t axis = normalized_axis(node.int_value("dim"), sizes.size());
  sizes[axis] = 1;
  const XNNDatatype dtype = writer.compute_type(node.output()->dtype());
  std::vector<Tensor> parts;
  for (const exir::Value* value :
       std::get<std::vector<exir::Value*>>(node.arg("tensors"))) {
    parts.push_back(
        reshape(writer, writer.get(value, Layout::kRows, dtype), sizes));
  }
  writer.define(node.output(), concatenate(writer, std::move(parts), axis));
  return std::nullopt;
}

/// Negative padding is a slice.
Refusal visit_constant_pad_nd(GraphWriter& writer, const exir::Node& node,
                              XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const size_t rank = sizes_of(input).size();
  const Sizes given = ints_of(node, "pad");
  const Layout layout = common_layout(writer, node);
  Tensor x = writer.get(input, layout, writer.type_at_hand(input));
  Sizes before(x.rank());
  Sizes after(x.rank());
  for (size_t i = 0; i < given.size() / 2; ++i) {
    const size_t axis = axis_in(layout, rank - 1 - i, rank);
    const int64_t start = std::max<int64_t>(0, -given[2 * i]);
    const int64_t end = x.sizes[axis] - std::max<int64_t>(0, -given[2 * i + 1]);
    if (start >= end) {
      return "more is cut off than there is";
    }
    x = slice(writer, x, axis, start, end);
    before[axis] = std::max<int64_t>(0, given[2 * i]);
    after[axis] = std::max<int64_t>(0, given[2 * i + 1]);
  }
  const auto value = static_cast<float>(node.number("value"));
  writer.define(node.output(), pad(writer, x, before, after, value), layout);
  return std::nullopt;
}

/// [N, C r r, H, W] to [N, C, H r, W r].
Refusal visit_pixel_shuffle(GraphWriter& writer, const exir::Node& node,
                            XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const Sizes sizes = sizes_of(input);
  if (sizes.size() != 4) {
    return fmt::format("{} dimensions, expected 4", sizes.size());
  }
  const int64_t r = node.int_value("upscale_factor");
  const int64_t channels = sizes[1] / (r * r);
  const Tensor x =
      writer.get(input, Layout::kPixels, writer.type_at_hand(input));
  const Tensor apart =
      reshape(writer, x, {sizes[0], sizes[2], sizes[3], channels, r, r});
  const Tensor together = transpose(writer, apart, {0, 1, 4, 2, 5, 3});
  writer.define(node.output(),
                reshape(writer, together,
                        {sizes[0], sizes[2] * r, sizes[3] * r, channels}),
                Layout::kPixels);
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
