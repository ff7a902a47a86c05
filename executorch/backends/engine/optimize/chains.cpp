#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/optimize.h>

#include <algorithm>
#include <optional>

namespace executorch::backends::engine {
namespace {

constexpr size_t kNoNode = SIZE_MAX;

using LinkOp = decltype(Chain::Link::op);

/// The operator as one of a chain, if it can be.
std::optional<LinkOp> link_of(const Op& op) {
  if (const auto* unary = std::get_if<Unary>(&op)) {
    const bool is_float = unary->kind < Unary::Kind::kBitwiseNot;
    return is_float ? std::optional<LinkOp>(*unary) : std::nullopt;
  }
  if (const auto* binary = std::get_if<Binary>(&op)) {
    // Powers have functions of their own for constant exponents.
    const bool is_float = binary->kind != Binary::Kind::kPow &&
                          binary->kind < Binary::Kind::kBitwiseAnd;
    return is_float ? std::optional<LinkOp>(*binary) : std::nullopt;
  }
  if (const auto* clamp = std::get_if<Clamp>(&op)) {
    return *clamp;
  }
  if (const auto* leaky_relu = std::get_if<LeakyRelu>(&op)) {
    return *leaky_relu;
  }
  return std::nullopt;
}

/// A chain while it grows: its operands are values of the old graph.
struct Draft {
  std::vector<Chain::Link> links;
  std::vector<ValueId> inputs;

  /// The place of an input, which is added if need be.
  size_t input(ValueId id) {
    const auto found = std::find(inputs.begin(), inputs.end(), id);
    if (found != inputs.end()) {
      return static_cast<size_t>(found - inputs.begin());
    }
    inputs.push_back(id);
    return inputs.size() - 1;
  }

  /// Takes in all of another chain; returns its result as an operand.
  size_t append(const Draft& other) {
    const size_t first = links.size();
    for (Chain::Link link : other.links) {
      for (size_t& operand : link.operands) {
        operand = operand < Chain::kMaxOperands ? input(other.inputs[operand])
                                                : operand + first;
      }
      links.push_back(std::move(link));
    }
    return Chain::kMaxOperands + links.size() - 1;
  }
};

class Pass {
 public:
  explicit Pass(const Graph& from)
      : copy_(from),
        uses_(from.values().size()),
        producers_(from.values().size(), kNoNode),
        drafts_(from.nodes().size()),
        is_inner_(from.nodes().size()) {}

  Result<Graph> run() {
    const std::vector<Node>& nodes = copy_.from().nodes();
    count_uses();
    for (size_t i = 0; i < nodes.size(); ++i) {
      draft(i);
    }
    ET_CHECK_OK_OR_RETURN_ERROR(copy_.start());
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (is_inner_[i]) {
        continue;
      }
      Draft& draft = drafts_[i];
      ET_CHECK_OK_OR_RETURN_ERROR(
          draft.links.size() < 2
              ? copy_.copy(nodes[i])
              : copy_.copy(nodes[i], Chain{std::move(draft.links)},
                           copy_.ids(draft.inputs)));
    }
    return copy_.take();
  }

 private:
  const TensorType& type(ValueId id) const { return copy_.from().type(id); }

  void count_uses() {
    const Graph& graph = copy_.from();
    for (size_t i = 0; i < graph.nodes().size(); ++i) {
      for (const ValueId id : graph.nodes()[i].inputs) {
        if (id != kNoValue) {
          ++uses_[id];
        }
      }
      producers_[graph.nodes()[i].outputs[0]] = i;
    }
    for (const ValueId id : graph.outputs()) {
      ++uses_[id];
    }
  }

  /// The node that makes `id` for this node alone, as part of a chain.
  size_t producer(const Node& node, ValueId id) const {
    const size_t found = producers_[id];
    const auto reads = static_cast<size_t>(
        std::count(node.inputs.begin(), node.inputs.end(), id));
    const bool is_part = found != kNoNode && !drafts_[found].links.empty() &&
                         uses_[id] == reads &&
                         type(id) == type(node.outputs[0]);
    return is_part ? found : kNoNode;
  }

  void draft(size_t index) {
    const Node& node = copy_.from().nodes()[index];
    const std::optional<LinkOp> op = link_of(node.op);
    if (!op.has_value() || !is_float(type(node.outputs[0]).dtype) ||
        node.outputs.size() != 1) {
      return;
    }
    Draft draft;
    std::vector<size_t> operands;
    std::vector<size_t> taken;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const ValueId id = node.inputs[i];
      if (i == 1 && id == node.inputs[0]) {
        operands.push_back(operands[0]);
        continue;
      }
      const size_t from = producer(node, id);
      Draft longer = draft;
      const size_t operand =
          from == kNoNode ? longer.input(id) : longer.append(drafts_[from]);
      // The other operand and the node itself must find room.
      if (from != kNoNode && longer.inputs.size() < Chain::kMaxOperands &&
          longer.links.size() < Chain::kMaxLinks) {
        taken.push_back(from);
        draft = std::move(longer);
        operands.push_back(operand);
      } else {
        operands.push_back(draft.input(id));
      }
    }
    draft.links.push_back({*op, std::move(operands)});
    for (const size_t from : taken) {
      is_inner_[from] = true;
    }
    drafts_[index] = std::move(draft);
  }

  GraphCopy copy_;
  std::vector<size_t> uses_;       ///< by value
  std::vector<size_t> producers_;  ///< by value
  std::vector<Draft> drafts_;      ///< by node; no links: no chain
  std::vector<bool> is_inner_;     ///< by node: part of a later one
};

}  // namespace

Result<Graph> fuse_chains(const Graph& graph) { return Pass(graph).run(); }

}  // namespace executorch::backends::engine
