#include <executorch/backends/engine/optimize/graph_copy.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/optimize/optimize.h>

#include <algorithm>

namespace executorch::backends::engine {
namespace {

/// More operands are not worth their looking up.
constexpr size_t kMaxParts = 1024;

class Pass {
 public:
  explicit Pass(const Graph& from)
      : copy_(from), uses_(from), parts_(from.nodes().size()) {}

  Result<Graph> run() {
    ET_CHECK_OK_OR_RETURN_ERROR(copy_.start());
    const std::vector<Node>& nodes = copy_.from().nodes();
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (!std::holds_alternative<Concat>(nodes[i].op)) {
        ET_CHECK_OK_OR_RETURN_ERROR(copy_.copy(nodes[i]));
        continue;
      }
      parts_[i] = parts_of(nodes[i]);
      ET_CHECK_OK_OR_RETURN_ERROR(
          copy_.copy(nodes[i], nodes[i].op, copy_.ids(parts_[i])));
    }
    return copy_.take();
  }

 private:
  std::vector<ValueId> parts_of(const Node& node) const {
    std::vector<ValueId> parts;
    for (const ValueId id : node.inputs) {
      const std::vector<ValueId>* inner = inner_parts(node, id);
      const size_t others = parts.size() + node.inputs.size();
      if (inner != nullptr && inner->size() + others <= kMaxParts) {
        parts.insert(parts.end(), inner->begin(), inner->end());
      } else {
        parts.push_back(id);
      }
    }
    return parts;
  }

  /// What was put together, along the same axis, for the node alone.
  const std::vector<ValueId>* inner_parts(const Node& node, ValueId id) const {
    const size_t found = uses_.producers[id];
    const bool is_inner =
        found != kNoNode && uses_.counts[id] == 1 && !parts_[found].empty() &&
        std::get<Concat>(copy_.from().nodes()[found].op).axis ==
            std::get<Concat>(node.op).axis;
    return is_inner ? &parts_[found] : nullptr;
  }

  GraphCopy copy_;
  GraphUses uses_;
  std::vector<std::vector<ValueId>> parts_;  ///< by node: values of the old one
};

}  // namespace

Result<Graph> join_concats(const Graph& graph) { return Pass(graph).run(); }

}  // namespace executorch::backends::engine
