#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>
#include <executorch/backends/engine/optimize/single_values.h>

namespace executorch::backends::engine {
namespace {

class Match {
 public:
  Match(const Graph& graph, const GraphUses& uses)
      : graph_(graph), uses_(uses) {}

  /// The operand x, if the node is the last step; else kNoValue.
  ValueId operand(const Node& last) const {
    if (!is_binary(last, Binary::Kind::kDiv) || !is_number(last, 6) ||
        graph_.type(last.outputs[0]).dtype != ScalarType::Float) {
      return kNoValue;
    }
    const Node* product = producer(last.inputs[0]);
    if (product == nullptr || !is_binary(*product, Binary::Kind::kMul)) {
      return kNoValue;
    }
    for (size_t side = 0; side < 2; ++side) {
      const ValueId x = product->inputs[side];
      if (is_gate(product->inputs[1 - side], x)) {
        return x;
      }
    }
    return kNoValue;
  }

 private:
  const Node* producer(ValueId id) const {
    return uses_.sole_producer(graph_, id);
  }

  static bool is_binary(const Node& node, Binary::Kind kind) {
    const auto* binary = std::get_if<Binary>(&node.op);
    return binary != nullptr && binary->kind == kind;
  }

  /// The second operand is this number, and the first has all sizes.
  bool is_number(const Node& node, double number) const {
    return number_of(graph_, node.inputs[1]) == number &&
           graph_.type(node.inputs[0]) == graph_.type(node.outputs[0]);
  }

  /// min(max(x + 3, 0), 6)
  bool is_gate(ValueId id, ValueId x) const {
    const Node* bounds = producer(id);
    const auto* clamp =
        bounds == nullptr ? nullptr : std::get_if<Clamp>(&bounds->op);
    if (clamp == nullptr || clamp->min_value != 0 || clamp->max_value != 6) {
      return false;
    }
    const Node* sum = producer(bounds->inputs[0]);
    return sum != nullptr && is_binary(*sum, Binary::Kind::kAdd) &&
           sum->inputs[0] == x && is_number(*sum, 3);
  }

  const Graph& graph_;
  const GraphUses& uses_;
};

}  // namespace

Result<Graph> fuse_hard_swish(const Graph& graph) {
  const GraphUses uses(graph);
  const Match match(graph, uses);
  GraphCopy copy(graph);
  ET_CHECK_OK_OR_RETURN_ERROR(copy.start());
  for (const Node& node : graph.nodes()) {
    const ValueId x = match.operand(node);
    ET_CHECK_OK_OR_RETURN_ERROR(
        x == kNoValue ? copy.copy(node)
                      : copy.copy(node, HardSwish{}, {copy.id(x)}));
  }
  return copy.take();
}

}  // namespace executorch::backends::engine
