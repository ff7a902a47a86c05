#include <executorch/backends/engine/plan/row_groups.h>

#include <executorch/backends/engine/kernels/util/row_group.h>
#include <executorch/backends/engine/optimize/graph_uses.h>
#include <executorch/backends/engine/plan/step_info.h>

#include <algorithm>
#include <utility>

namespace executorch::backends::engine {
namespace {

/// Smaller results stay in the second-level cache anyway.
constexpr size_t kMinNbytes = 256 << 10;
/// Sums of larger ones might overflow, and more rows take long to plan.
constexpr size_t kMaxNbytes = size_t{1} << 31;
constexpr int64_t kMaxRows = 1 << 16;
/// Packed constants are read again for each band.
constexpr size_t kMaxPackedNbytes = 128 << 10;

class Grouping {
 public:
  Grouping(const Graph& graph, std::vector<PlannedNode> nodes,
           std::vector<std::unique_ptr<Node>>& made)
      : uses_(graph),
        nodes_(std::move(nodes)),
        made_(made),
        planned_(graph.nodes().size(), kNoNode) {
    for (size_t i = 0; i < nodes_.size(); ++i) {
      planned_[index_in(graph, *nodes_[i].node)] = i;
    }
  }

  std::vector<PlannedNode> run() {
    std::vector<std::vector<size_t>> ending_at(nodes_.size());
    std::vector<bool> is_taken(nodes_.size());
    for (size_t i = 0; i < nodes_.size(); ++i) {
      std::vector<size_t> members;
      for (size_t next = i; next != kNoNode && !is_taken[next];
           next = follower(next)) {
        members.push_back(next);
        is_taken[next] = true;
      }
      if (!members.empty()) {
        ending_at[members.back()] = std::move(members);
      }
    }
    std::vector<PlannedNode> result;
    for (const std::vector<size_t>& members : ending_at) {
      if (members.size() == 1) {
        result.push_back(std::move(nodes_[members[0]]));
      } else if (!members.empty()) {
        result.push_back(group(members));
      }
    }
    return result;
  }

 private:
  static size_t index_in(const Graph& graph, const Node& node) {
    return static_cast<size_t>(&node - graph.nodes().data());
  }

  static bool works_by_rows(const PlannedNode& node) {
    return node.kernel->by_rows() != nullptr &&
           node.kernel->packed_nbytes() <= kMaxPackedNbytes &&
           node.node->inputs.size() <= RowStage::kMaxOperands &&
           node.view.output().numel() != 0 &&
           node.view.output().sizes[1] <= kMaxRows &&
           node.view.output().nbytes() <= kMaxNbytes;
  }

  /// The node that alone reads the result of this one, if they may be in one
  /// group.
  size_t follower(size_t index) const {
    const PlannedNode& node = nodes_[index];
    const ValueId result = node.node->outputs[0];
    if (!works_by_rows(node) || uses_.counts[result] != 1 ||
        uses_.readers[result] == kNoNode ||
        node.view.output().nbytes() < kMinNbytes) {
      return kNoNode;
    }
    const size_t next = planned_[uses_.readers[result]];
    return next != kNoNode && works_by_rows(nodes_[next]) &&
                   nodes_[next].node->inputs[0] == result
               ? next
               : kNoNode;
  }

  /// The node of the graph that stands for the group gets the operands that
  /// the members do not get from one another.
  static RowStage stage_of(PlannedNode& member, bool is_first, Node& node,
                           NodeView& view) {
    RowStage stage;
    for (size_t i = 0; i < member.node->inputs.size(); ++i) {
      if (!is_first && i == 0) {
        stage.inputs.push_back(RowStage::kPrevious);
        continue;
      }
      stage.inputs.push_back(node.inputs.size());
      node.inputs.push_back(member.node->inputs[i]);
      view.inputs.push_back(member.view.inputs[i]);
    }
    stage.rows = member.view.output().sizes[1];
    stage.row_nbytes =
        member.view.output().nbytes() / static_cast<size_t>(stage.rows);
    stage.kernel = std::move(member.kernel);
    return stage;
  }

  static void add_info(const PlannedNode& member, bool is_first,
                       StepInfo& info) {
    info.name += (is_first ? "" : ", ") + member.info.name;
    info.multiply_adds =
        saturated_sum(info.multiply_adds, member.info.multiply_adds);
    info.output = member.info.output;
  }

  PlannedNode group(const std::vector<size_t>& members) {
    const PlannedNode& last = nodes_[members.back()];
    auto node = std::make_unique<Node>();
    node->op = last.node->op;
    node->outputs = last.node->outputs;
    PlannedNode result{node.get(), {}, nullptr, {}};
    result.view.outputs = last.view.outputs;
    std::vector<RowStage> stages;
    for (const size_t member : members) {
      add_info(nodes_[member], stages.empty(), result.info);
      stages.push_back(
          stage_of(nodes_[member], stages.empty(), *node, result.view));
    }
    result.info.nbytes = nbytes_of(result.view);
    made_.push_back(std::move(node));
    result.kernel = make_row_group(
        std::move(stages), static_cast<size_t>(result.info.multiply_adds));
    return result;
  }

  GraphUses uses_;
  std::vector<PlannedNode> nodes_;
  std::vector<std::unique_ptr<Node>>& made_;
  std::vector<size_t> planned_;  ///< by node of the graph; kNoNode: not planned
};

}  // namespace

std::vector<PlannedNode> group_rows(const Graph& graph,
                                    std::vector<PlannedNode> nodes,
                                    std::vector<std::unique_ptr<Node>>& made) {
  return Grouping(graph, std::move(nodes), made).run();
}

}  // namespace executorch::backends::engine
