#include <executorch/backends/engine/kernels/util/loops.h>
#include <executorch/backends/engine/optimize/strided_views.h>

namespace executorch::backends::engine {
namespace {

using Sizes = std::vector<int64_t>;

StridedView view(const Transpose& op, const Sizes& from, const Sizes&) {
  const Sizes strides = dense_strides(from);
  StridedView view;
  for (const int32_t axis : op.axes) {
    view.strides.push_back(strides[static_cast<size_t>(axis)]);
  }
  return view;
}

StridedView view(const Slice& op, const Sizes& from, const Sizes& to) {
  const auto axis = static_cast<size_t>(op.axis);
  StridedView view{0, dense_strides(from)};
  view.offset = op.start * view.strides[axis];
  // With one element the step is free, and its product may not fit.
  view.strides[axis] *= to[axis] > 1 ? op.step : 1;
  return view;
}

StridedView view(const Broadcast&, const Sizes& from, const Sizes& to) {
  return {0, broadcast_strides(from, to)};
}

StridedView view(const Reshape&, const Sizes&, const Sizes& to) {
  return {0, dense_strides(to)};
}

template <typename Operator>
std::optional<StridedView> view(const Operator&, const Sizes&, const Sizes&) {
  return std::nullopt;
}

/// A dimension of a dense tensor, with how much of it a view takes.
struct Extent {
  int64_t size;
  int64_t stride;
  int64_t start;  ///< where the view begins
  int64_t steps = 0;

  /// A stride through it, or through it and outer ones.
  bool holds(int64_t step) const {
    return size > 1 && step >= stride && step < stride * size;
  }
};

std::vector<Extent> extents(const StridedView& view, const Sizes& sizes) {
  const Sizes strides = dense_strides(sizes);
  std::vector<Extent> extents;
  for (size_t d = 0; d < sizes.size(); ++d) {
    extents.push_back(
        {sizes[d], strides[d], view.offset / strides[d] % sizes[d]});
  }
  return extents;
}

}  // namespace

std::optional<StridedView> view_of_operand(const Graph& graph,
                                           const Node& node) {
  return std::visit(
      [&](const auto& op) -> std::optional<StridedView> {
        return view(op, graph.type(node.inputs[0]).sizes,
                    graph.type(node.outputs[0]).sizes);
      },
      node.op);
}

std::optional<StridedView> view_of_result(const Graph& graph,
                                          const Node& node) {
  if (std::holds_alternative<Reshape>(node.op)) {
    return StridedView{0, dense_strides(graph.type(node.inputs[0]).sizes)};
  }
  const auto* transpose = std::get_if<Transpose>(&node.op);
  if (transpose == nullptr) {
    return std::nullopt;
  }
  const Sizes strides = dense_strides(graph.type(node.outputs[0]).sizes);
  StridedView view{0, Sizes(strides.size())};
  for (size_t d = 0; d < strides.size(); ++d) {
    view.strides[static_cast<size_t>(transpose->axes[d])] = strides[d];
  }
  return view;
}

ComposedView compose(const StridedView& view, const Sizes& sizes,
                     const StridedView& inner, const Sizes& inner_sizes) {
  std::vector<Extent> dims = extents(view, inner_sizes);
  StridedView composed{inner.offset, Sizes(sizes.size(), 0)};
  for (size_t j = 0; j < dims.size(); ++j) {
    composed.offset += dims[j].start * inner.strides[j];
  }
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int64_t step = view.strides[d];
    if (sizes[d] == 1 || step == 0) {
      continue;
    }
    size_t j = 0;
    while (j < dims.size() && !dims[j].holds(step)) {
      ++j;
    }
    if (j == dims.size() || step % dims[j].stride != 0) {
      return {};
    }
    Extent& dim = dims[j];
    const int64_t by = step / dim.stride;
    if (dim.start + dim.steps + (sizes[d] - 1) * by >= dim.size) {
      const int64_t fits = dim.size / by;
      const bool splits = dim.size % by == 0 && fits > 1 &&
                          sizes[d] % fits == 0 && fits < sizes[d];
      return splits ? ComposedView{std::nullopt, d, fits} : ComposedView{};
    }
    dim.steps += (sizes[d] - 1) * by;
    composed.strides[d] = by * inner.strides[j];
  }
  return {composed, 0, 0};
}

}  // namespace executorch::backends::engine
