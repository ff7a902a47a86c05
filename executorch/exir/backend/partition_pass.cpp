#include <executorch/exir/backend/backend.h>
#include <executorch/exir/backend/payload_fingerprint.h>
#include <executorch/exir/backend/work.h>
#include <executorch/exir/ir/op_info.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace executorch::exir {
namespace {

/// Nodes between two marks of control flow: their order may change as long as
/// values are defined before they are used.
using Block = std::vector<Node*>;

std::vector<Block> blocks_of(const Graph& graph) {
  std::vector<Block> blocks(1);
  for (const auto& node : graph.nodes()) {
    if (node->op().is_control) {
      blocks.emplace_back();
    } else {
      blocks.back().push_back(node.get());
    }
  }
  return blocks;
}

bool is_symbolic(const Value& value) {
  return !value.is_tensor() || !value.tensor().is_static();
}

/// Whether the node computes a size, or is computed with one: its place among
/// such nodes is part of the program.
bool is_symbolic(const Node& node) {
  bool found =
      std::any_of(node.outputs().begin(), node.outputs().end(),
                  [](const Value* output) { return is_symbolic(*output); });
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](const Value* value) {
      found = found || is_symbolic(*value);
    });
    if (const auto* list = std::get_if<std::vector<SymInt>>(&argument)) {
      found = found ||
              !std::all_of(list->begin(), list->end(), [](const SymInt& item) {
                return item.is_constant();
              });
    } else if (const auto* item = std::get_if<SymInt>(&argument)) {
      found = found || !item->is_constant();
    }
  }
  return found;
}

bool is_of_constants(const Node& node) {
  bool all_constant = true;
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](const Value* value) {
      all_constant = all_constant && value->is_constant();
    });
  }
  return all_constant;
}

/// Gives each further reader of a dequantized constant a node of its own, so
/// that each goes where its reader is.
void split_weights(Graph& graph) {
  std::vector<Node*> nodes;
  for (const auto& node : graph.nodes()) {
    if (node->op().schema.ns == "quantized_decomposed" &&
        node->outputs().size() == 1 && node->output()->users.size() > 1 &&
        is_of_constants(*node)) {
      nodes.push_back(node.get());
    }
  }
  for (Node* node : nodes) {
    const std::vector<Node*> users(node->output()->users.begin() + 1,
                                   node->output()->users.end());
    for (Node* user : users) {
      for (size_t i = 0; i < user->args().size(); ++i) {
        const auto* value = std::get_if<Value*>(&user->args()[i]);
        if (value != nullptr && *value == node->output()) {
          Node* copy = graph.insert(node, node->op(), node->args(),
                                    {node->output()->spec}, node->location(),
                                    node->output()->name);
          user->set_arg(i, Argument(copy->output()));
          break;
        }
      }
    }
  }
}

/// Splits a block into stages: what a stage reads was computed in it or before
/// it, and a stage belongs to the backend as a whole or not at all.
class Stages {
 public:
  Stages(const Block& block, const Backend& backend) : backend_(backend) {
    for (Node* node : block) {
      if (waits_for_user(*node)) {
        waiting_.insert(node);
      } else {
        place(node);
      }
    }
    for (size_t i = block.size(); i-- > 0;) {
      if (waiting_.count(block[i]) != 0) {
        place_before_user(block[i]);
      }
    }
  }

  /// Nodes by stage; odd stages are the backend's.
  const std::map<size_t, Block>& list() const { return stages_; }
  static bool is_delegated(size_t stage) { return stage % 2 == 1; }

 private:
  void place(Node* node) {
    const bool accepted = !backend_.reason_against(*node).has_value();
    size_t stage = accepted ? 1 : 0;
    for (const Argument& argument : node->args()) {
      for_each_value(argument, [&](const Value* value) {
        stage = std::max(stage, earliest_behind(value->producer, accepted));
      });
    }
    if (is_symbolic(*node)) {
      stage = last_symbolic_ = std::max(stage, last_symbolic_);
    }
    stage_of_[node] = stage;
    stages_[stage].push_back(node);
  }

  /// A node of constants alone, and of such nodes, goes where its only reader
  /// is: that computes with the constants.
  bool waits_for_user(const Node& node) const {
    bool all_constant = node.outputs().size() == 1;
    for (const Argument& argument : node.args()) {
      for_each_value(argument, [&](const Value* value) {
        all_constant = all_constant && (value->is_constant() ||
                                        waiting_.count(value->producer) != 0);
      });
    }
    return all_constant && node.output()->users.size() == 1 &&
           !node.graph().is_output(node.output()) && !is_symbolic(node);
  }

  void place_before_user(Node* node) {
    const auto user = stage_of_.find(node->output()->users[0]);
    const bool is_taken = user != stage_of_.end() &&
                          is_delegated(user->second) &&
                          !backend_.reason_against(*node).has_value();
    const size_t stage = is_taken ? user->second : 0;
    stage_of_[node] = stage;
    stages_[stage].insert(stages_[stage].begin(), node);
  }

  size_t earliest_behind(const Node* producer, bool accepted) const {
    const auto found = stage_of_.find(producer);
    if (producer == nullptr || found == stage_of_.end()) {
      return 0;
    }
    return found->second + (is_delegated(found->second) == accepted ? 0 : 1);
  }

  const Backend& backend_;
  std::unordered_map<const Node*, size_t> stage_of_;
  std::unordered_set<const Node*> waiting_;  ///< for their users
  size_t last_symbolic_ = 0;                 ///< stage of the last such node
  std::map<size_t, Block> stages_;
};

/// Functional views and copies of ATen end in _copy.
bool only_rearranges(const Block& nodes) {
  return std::all_of(nodes.begin(), nodes.end(), [](const Node* node) {
    const std::string& name = node->op().schema.name;
    return name.ends_with("_copy") || name == "clone";
  });
}

Region region_of(const Graph& graph, const Block& nodes) {
  Region region;
  region.nodes = nodes;
  const std::unordered_set<const Node*> inside(nodes.begin(), nodes.end());
  std::unordered_set<const Value*> seen;
  for (const Node* node : nodes) {
    for (const Argument& argument : node->args()) {
      for_each_value(argument, [&](Value* value) {
        if (!value->is_constant() && inside.count(value->producer) == 0 &&
            seen.insert(value).second) {
          region.inputs.push_back(value);
        }
      });
    }
    for (Value* output : node->outputs()) {
      const bool is_read_outside = std::any_of(
          output->users.begin(), output->users.end(),
          [&](const Node* user) { return inside.count(user) == 0; });
      if (is_read_outside || graph.is_output(output)) {
        region.outputs.push_back(output);
      }
    }
  }
  return region;
}

/// Puts a call in the place of the region's last node.
Expected<void> delegate(Graph& graph, const Backend& backend,
                        const Region& region) {
  ET_ASSIGN(Delegate made, backend.preprocess(region));
  made.compile_specs.push_back(payload_fingerprint(made));
  made.n_nodes = region.nodes.size();
  for (const Node* node : region.nodes) {
    made.multiply_adds += multiply_adds(*node);
  }
  std::vector<ValueSpec> specs;
  for (const Value* output : region.outputs) {
    specs.push_back(output->spec);
  }
  std::vector<Value*> arguments = region.inputs;
  for (Delegate::Constant& constant : made.constants) {
    arguments.push_back(
        graph.add_constant(graph.unique_name("delegate_constant"),
                           std::move(constant.spec), std::move(constant.data)));
  }
  made.constants.clear();
  const auto index = static_cast<int64_t>(graph.delegates().size());
  graph.delegates().push_back(std::move(made));
  Node* call = graph.insert(
      region.nodes.back(), *find_op("executorch_prim::call_delegate"),
      {Argument(SymInt(index)), Argument(std::move(arguments))},
      std::move(specs), region.nodes.front()->location(), "delegate");
  for (size_t i = 0; i < region.outputs.size(); ++i) {
    graph.replace_all_uses(region.outputs[i], call->output(i));
  }
  for (size_t i = region.nodes.size(); i-- > 0;) {
    graph.erase(region.nodes[i]);
  }
  return {};
}

/// Orders the block by stages, which leaves each region in one piece.
void reorder(Graph& graph, const Block& block, const Stages& stages) {
  Node* behind = graph.next(block.back());
  for (const auto& [stage, nodes] : stages.list()) {
    for (Node* node : nodes) {
      graph.move(node, behind);
    }
  }
}

}  // namespace

Expected<bool> partition_pass(Graph& graph, const Backend& backend) {
  bool changed = false;
  if (backend.takes_quantized_weights()) {
    split_weights(graph);
  }
  for (const Block& block : blocks_of(graph)) {
    if (block.empty()) {
      continue;
    }
    const Stages stages(block, backend);
    reorder(graph, block, stages);
    for (const auto& [stage, nodes] : stages.list()) {
      if (!Stages::is_delegated(stage) || only_rearranges(nodes)) {
        continue;
      }
      ET_TRY(delegate(graph, backend, region_of(graph, nodes)));
      changed = true;
    }
  }
  graph.erase_unused_constants();
  return changed;
}

}  // namespace executorch::exir
