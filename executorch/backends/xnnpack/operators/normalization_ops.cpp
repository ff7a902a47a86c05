#include <executorch/backends/xnnpack/operators/nodes.h>
#include <executorch/backends/xnnpack/operators/visitor.h>
#include <fmt/format.h>

#include <numeric>
#include <set>

/// \file
/// What sums is float32 in every precision.
namespace executorch::backends::xnnpack {
namespace {

constexpr XNNDatatype kFloat = XNNDatatype::xnn_datatype_fp32;

/// The order of dimensions with `axis` at the end, which is its own inverse.
std::vector<uint32_t> with_last(size_t axis, size_t rank) {
  std::vector<uint32_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0u);
  std::swap(axes[axis], axes[rank - 1]);
  return axes;
}

std::set<size_t> reduced_axes(const exir::Node& node, size_t rank) {
  std::set<size_t> axes;
  if (!node.is_none("dim")) {
    for (const int64_t axis : ints_of(node, "dim")) {
      axes.insert(normalized_axis(axis, rank));
    }
  }
  if (axes.empty()) {
    for (size_t i = 0; i < rank; ++i) {
      axes.insert(i);
    }
  }
  return axes;
}

/// Of all dimensions behind the channels.
bool is_of_pixels(const std::set<size_t>& axes, size_t rank) {
  return can_be_pixels(rank) && axes.size() == rank - 2 && *axes.begin() == 2;
}

/// (x - mean) / sqrt(variance + epsilon) over the dimensions from `first` on.
Tensor normalized(GraphWriter& writer, const Tensor& x, size_t first,
                  double epsilon) {
  const Tensor mean = mean_of_rows(writer, x, first);
  const Tensor centred = binary(writer, XNodeUnion::XNNSubtract, x, mean);
  const Tensor squares = unary(writer, XNodeUnion::XNNSquare, centred);
  const Tensor variance = mean_of_rows(writer, squares, first);
  const Tensor shifted = binary(writer, XNodeUnion::XNNAdd, variance,
                                writer.scalar(epsilon, kFloat));
  const Tensor scale =
      unary(writer, XNodeUnion::XNNReciprocalSquareRoot, shifted);
  return binary(writer, XNodeUnion::XNNMultiply, centred, scale);
}

}  // namespace

Refusal visit_softmax(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const size_t rank = sizes_of(input).size();
  if (rank == 0) {
    return "a softmax of a number";
  }
  const size_t axis = normalized_axis(node.int_value("dim"), rank);
  const bool is_of_channels =
      can_be_pixels(rank) && axis == 1 && writer.has(input, Layout::kPixels);
  const Layout layout = is_of_channels ? Layout::kPixels : Layout::kRows;
  const Tensor x = writer.get(input, layout, kFloat);
  if (is_of_channels) {
    writer.define(node.output(), softmax(writer, x), layout);
    return std::nullopt;
  }
  const auto axes = with_last(axis, rank);
  const Tensor y = softmax(writer, transpose(writer, x, axes));
  writer.define(node.output(), transpose(writer, y, axes));
  return std::nullopt;
}

Refusal visit_mean(GraphWriter& writer, const exir::Node& node, XNodeUnion) {
  const exir::Value* input = node.tensor("self");
  const Sizes sizes = sizes_of(input);
  const std::set<size_t> axes = reduced_axes(node, sizes.size());
  Sizes result = sizes_of(node.output());
  result = result.empty() ? Sizes{1} : result;
  if (is_of_pixels(axes, sizes.size()) && writer.has(input, Layout::kPixels)) {
    const Tensor y =
        mean_of_pixels(writer, writer.get(input, Layout::kPixels, kFloat));
    if (node.bool_value("keepdim")) {
      writer.define(node.output(), y, Layout::kPixels);
    } else {
      writer.define(node.output(), reshape(writer, y, std::move(result)));
    }
    return std::nullopt;
  }
  const size_t first = sizes.empty() ? 0 : *axes.begin();
  if (axes.size() != sizes.size() - first) {
    return fmt::format("a mean over {} of {} dimensions, not the last ones",
                       axes.size(), sizes.size());
  }
  const Tensor x = writer.get(input, Layout::kRows, kFloat);
  writer.define(node.output(), reshape(writer, mean_of_rows(writer, x, first),
                                       std::move(result)));
  return std::nullopt;
}

Refusal visit_layer_norm(GraphWriter& writer, const exir::Node& node,
                         XNodeUnion) {
  for (size_t i = 1; i < node.outputs().size(); ++i) {
    if (!node.graph().is_unused(node.output(i))) {
      return "mean or deviation is used";
    }
  }
  const exir::Value* input = node.tensor("input");
  const size_t n_axes = node.ints("normalized_shape").size();
  const Tensor x = writer.get(input, Layout::kRows, kFloat);
  Tensor y = normalized(writer, x, x.rank() - n_axes, node.number("eps"));
  if (const exir::Value* weight = node.optional_tensor("weight")) {
    y = binary(writer, XNodeUnion::XNNMultiply, y,
               writer.get(weight, Layout::kRows, kFloat));
  }
  if (const exir::Value* bias = node.optional_tensor("bias")) {
    y = binary(writer, XNodeUnion::XNNAdd, y,
               writer.get(bias, Layout::kRows, kFloat));
  }
  writer.define(node.output(), y);
  return std::nullopt;
}

}  // namespace executorch::backends::xnnpack
