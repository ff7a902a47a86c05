#include <executorch/backends/engine/graph/tensor_type.h>
#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>

#include <algorithm>
#include <optional>
#include <type_traits>

namespace executorch::backends::engine {
namespace {

using LinkOp = decltype(Chain::Link::op);

/// Whether it computes floats of floats.
template <typename Operator>
bool is_of_floats(const Operator&) {
  return true;
}
bool is_of_floats(const Unary& op) {
  return op.kind < Unary::Kind::kBitwiseNot;
}
/// Powers have functions of their own for constant exponents.
bool is_of_floats(const Binary& op) {
  return op.kind != Binary::Kind::kPow && op.kind < Binary::Kind::kBitwiseAnd;
}

/// The operator as one of a chain, if it can be.
std::optional<LinkOp> link_of(const Op& op) {
  return std::visit(
      [](const auto& one) -> std::optional<LinkOp> {
        if constexpr (std::is_constructible_v<LinkOp, decltype(one)>) {
          return is_of_floats(one) ? std::optional<LinkOp>(one) : std::nullopt;
        } else {
          return std::nullopt;
        }
      },
      op);
}

/// A chain while it grows: its operands are values of the old graph.
struct Draft {
  std::vector<Chain::Link> links;
  std::vector<ValueId> inputs;
  bool has_casts = false;  ///< of inputs or of the result

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
    has_casts = has_casts || other.has_casts;
    return Chain::kMaxOperands + links.size() - 1;
  }
};

class Pass {
 public:
  explicit Pass(const Graph& from)
      : copy_(from),
        uses_(from),
        drafts_(from.nodes().size()),
        is_inner_(from.nodes().size()) {}

  Result<Graph> run() {
    const std::vector<Node>& nodes = copy_.from().nodes();
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
          draft.links.size() < 2 && !draft.has_casts && !is_for_chains(nodes[i])
              ? copy_.copy(nodes[i])
              : copy_.copy(nodes[i], Chain{std::move(draft.links)},
                           copy_.ids(draft.inputs)));
    }
    return copy_.take();
  }

 private:
  const TensorType& type(ValueId id) const { return copy_.from().type(id); }

  /// The node that makes `id` for this node alone, as part of a chain.
  size_t producer(const Node& node, ValueId id) const {
    const size_t found = uses_.producers[id];
    const auto reads = static_cast<size_t>(
        std::count(node.inputs.begin(), node.inputs.end(), id));
    const bool is_part = found != kNoNode && !drafts_[found].links.empty() &&
                         uses_.counts[id] == reads &&
                         type(id) == type(node.outputs[0]);
    return is_part ? found : kNoNode;
  }

  /// As a chain it has vectors, and rows.
  static bool is_for_chains(const Node& node) {
    return std::holds_alternative<HardSwish>(node.op);
  }

  /// What a chain reads as the float32 form of `id`: what that was cast from.
  ValueId before_cast(ValueId id) const {
    const size_t found = uses_.producers[id];
    return found != kNoNode && type(id).dtype == ScalarType::Float &&
                   std::holds_alternative<Cast>(copy_.from().nodes()[found].op)
               ? copy_.from().nodes()[found].inputs[0]
               : id;
  }

  /// A chain that ends with a cast to bytes.
  void draft_cast(size_t index) {
    const Node& node = copy_.from().nodes()[index];
    const ValueId from = node.inputs[0];
    const ScalarType dtype = type(node.outputs[0]).dtype;
    const size_t found = uses_.producers[from];
    if (found == kNoNode || drafts_[found].links.empty() ||
        uses_.counts[from] != 1 || type(from).dtype != ScalarType::Float ||
        (dtype != ScalarType::Byte && dtype != ScalarType::Char)) {
      return;
    }
    drafts_[index] = drafts_[found];
    drafts_[index].has_casts = true;
    is_inner_[found] = true;
  }

  void draft(size_t index) {
    const Node& node = copy_.from().nodes()[index];
    if (std::holds_alternative<Cast>(node.op)) {
      draft_cast(index);
      return;
    }
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
      const size_t operand = from == kNoNode ? 0 : longer.append(drafts_[from]);
      // The other operand and the node itself must find room.
      if (from != kNoNode && longer.inputs.size() < Chain::kMaxOperands &&
          longer.links.size() < Chain::kMaxLinks) {
        taken.push_back(from);
        draft = std::move(longer);
        operands.push_back(operand);
      } else {
        const ValueId read = before_cast(id);
        draft.has_casts = draft.has_casts || read != id;
        operands.push_back(draft.input(read));
      }
    }
    draft.links.push_back({*op, std::move(operands)});
    for (const size_t from : taken) {
      is_inner_[from] = true;
    }
    drafts_[index] = std::move(draft);
  }

  GraphCopy copy_;
  GraphUses uses_;
  std::vector<Draft> drafts_;   ///< by node; no links: no chain
  std::vector<bool> is_inner_;  ///< by node: part of a later one
};

}  // namespace

Result<Graph> fuse_chains(const Graph& graph) { return Pass(graph).run(); }

}  // namespace executorch::backends::engine
