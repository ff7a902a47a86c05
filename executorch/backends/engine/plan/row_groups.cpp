#include <executorch/backends/engine/plan/row_groups.h>

#include <executorch/backends/engine/kernels/util/row_group.h>
#include <executorch/backends/engine/optimize/graph_uses.h>

#include <algorithm>
#include <utility>

namespace executorch::backends::engine {
namespace {

/// Smaller results stay in the second-level cache anyway.
constexpr size_t kMinNbytes = 256 << 10;
/// Packed constants are read again for each band.
constexpr size_t kMaxPackedNbytes = 128 << 10;
constexpr size_t kMaxOperands = 16;

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
           node.node->inputs.size() <= kMaxOperands &&
           node.view.output().numel() != 0;
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

  PlannedNode group(const std::vector<size_t>& members) {
    PlannedNode& last = nodes_[members.back()];
    auto node = std::make_unique<Node>();
    node->op = last.node->op;
    node->outputs = last.node->outputs;
    NodeView view;
    view.outputs = last.view.outputs;
    StepInfo info;
    std::vector<RowStage> stages;
    for (const size_t member : members) {
      PlannedNode& one = nodes_[member];
      RowStage stage;
      for (size_t i = 0; i < one.node->inputs.size(); ++i) {
        if (!stages.empty() && i == 0) {
          stage.inputs.push_back(RowStage::kPrevious);
          continue;
        }
        stage.inputs.push_back(node->inputs.size());
        node->inputs.push_back(one.node->inputs[i]);
        view.inputs.push_back(one.view.inputs[i]);
      }
      stage.rows = one.view.output().sizes[1];
      stage.row_nbytes =
          one.view.output().nbytes() / static_cast<size_t>(stage.rows);
      info.name += (info.name.empty() ? "" : ", ") + one.info.name;
      info.multiply_adds += one.info.multiply_adds;
      // What lies between them is neither written nor read.
      info.nbytes += one.info.nbytes;
      if (!stages.empty()) {
        info.nbytes -= 2 * static_cast<int64_t>(one.view.input(0).nbytes());
      }
      info.output = one.info.output;
      stage.kernel = std::move(one.kernel);
      stages.push_back(std::move(stage));
    }
    made_.push_back(std::move(node));
    PlannedNode result{made_.back().get(), std::move(view), nullptr, info};
    result.kernel = make_row_group(std::move(stages),
                                   static_cast<size_t>(info.multiply_adds));
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
