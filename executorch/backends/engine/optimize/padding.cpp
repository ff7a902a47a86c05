#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>

#include <array>
#include <optional>

namespace executorch::backends::engine {
namespace {

/// Zeros around planes [N, C, H, W], and nothing around the rest.
bool is_of_planes(const Pad& pad) {
  return pad.value == 0 && pad.before.size() == 4 && pad.before[0] == 0 &&
         pad.before[1] == 0 && pad.after[0] == 0 && pad.after[1] == 0;
}

Window padded(Window window, const Pad& pad) {
  for (size_t i = 0; i < 2; ++i) {
    window.pad_before[i] += pad.before[i + 2];
    window.pad_after[i] += pad.after[i + 2];
  }
  return window;
}

/// No window hangs over what is padded, as ceil mode lets the last one.
bool is_covered(const Window& window, const std::vector<int64_t>& from,
                const std::vector<int64_t>& to) {
  for (size_t i = 0; i < 2; ++i) {
    const int64_t reach = (to[i + 2] - 1) * window.stride[i] +
                          (window.kernel[i] - 1) * window.dilation[i] + 1;
    if (reach > from[i + 2] + window.pad_before[i] + window.pad_after[i]) {
      return false;
    }
  }
  return true;
}

std::optional<Op> with_padding(const Conv2d& op, const Pad& pad,
                               const TensorType&, const TensorType&) {
  Conv2d changed = op;
  changed.window = padded(op.window, pad);
  return changed;
}

/// Padding that does not count is another thing than zeros that do.
std::optional<Op> with_padding(const Pool2d& op, const Pad& pad,
                               const TensorType& from, const TensorType& to) {
  constexpr std::array<int64_t, 2> kNone = {0, 0};
  const bool has_padding =
      op.window.pad_before != kNone || op.window.pad_after != kNone;
  if (op.kind != Pool2d::Kind::kAverage ||
      (has_padding && !op.count_include_pad) ||
      !is_covered(op.window, from.sizes, to.sizes)) {
    return std::nullopt;
  }
  Pool2d changed = op;
  changed.window = padded(op.window, pad);
  changed.count_include_pad = true;
  return changed;
}

template <typename Operator>
std::optional<Op> with_padding(const Operator&, const Pad&, const TensorType&,
                               const TensorType&) {
  return std::nullopt;
}

/// The padding that makes the first operand for the node alone.
const Node* padding_of(const Graph& graph, const GraphUses& uses,
                       const Node& node) {
  const Node* found =
      node.inputs.empty() ? nullptr : uses.sole_producer(graph, node.inputs[0]);
  const auto* pad = found == nullptr ? nullptr : std::get_if<Pad>(&found->op);
  return pad != nullptr && is_of_planes(*pad) ? found : nullptr;
}

}  // namespace

Result<Graph> fuse_padding(const Graph& graph) {
  const GraphUses uses(graph);
  GraphCopy copy(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(copy.start());
  for (const Node& node : graph.nodes()) {
    const Node* pad = padding_of(graph, uses, node);
    const std::optional<Op> op =
        pad == nullptr ? std::nullopt
                       : std::visit(
                             [&](const auto& one) {
                               return with_padding(one, std::get<Pad>(pad->op),
                                                   graph.type(node.inputs[0]),
                                                   graph.type(node.outputs[0]));
                             },
                             node.op);
    if (!op.has_value()) {
      ET_CHECK_OK_OR_RETURN_ERROR(copy.copy(node));
      continue;
    }
    std::vector<ValueId> inputs = node.inputs;
    inputs[0] = pad->inputs[0];
    ET_CHECK_OK_OR_RETURN_ERROR(copy.copy(node, *op, copy.ids(inputs)));
  }
  return copy.take();
}

}  // namespace executorch::backends::engine
