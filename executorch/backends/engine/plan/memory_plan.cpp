#include <executorch/backends/engine/plan/memory_plan.h>

#include <executorch/backends/engine/plan/offsets.h>

#include <algorithm>
#include <utility>

namespace executorch::backends::engine {
namespace {

using Kind = Location::Kind;

constexpr size_t kNever = SIZE_MAX;

/// Bytes that several values have, one after the other or as the same elements
/// in other sizes.
struct Storage {
  Kind kind = Kind::kArena;
  size_t index = 0;
  Block block;
};

class Planner {
 public:
  Planner(const Graph& graph, const Constants& constants,
          const std::vector<PlannedNode>& nodes)
      : graph_(graph), constants_(constants), nodes_(nodes) {}

  Result<MemoryPlan> run() {
    const size_t n_values = graph_.values().size();
    storage_of_.assign(n_values, kNever);
    last_use_.assign(n_values, 0);
    find_roots();
    find_last_uses();
    place_sources();
    for (size_t step = 0; step < nodes_.size(); ++step) {
      place_results(step);
    }
    place_outputs();
    ET_CHECK_OR_RETURN_ERROR(place_arena(), MemoryAllocationFailed,
                             "the bytes of the arena overflow");
    return std::move(plan_);
  }

 private:
  /// The value whose bytes these are.
  ValueId root(ValueId id) const { return roots_[id]; }

  void find_roots() {
    for (ValueId id = 0; id < graph_.values().size(); ++id) {
      roots_.push_back(id);
    }
    for (const Node& node : graph_.nodes()) {
      if (std::holds_alternative<Reshape>(node.op)) {
        roots_[node.outputs[0]] = roots_[node.inputs[0]];
      }
    }
  }

  void find_last_uses() {
    for (size_t step = 0; step < nodes_.size(); ++step) {
      for (const ValueId id : nodes_[step].node->inputs) {
        if (id != kNoValue) {
          last_use_[root(id)] = step;
        }
      }
    }
    for (const ValueId id : graph_.outputs()) {
      last_use_[root(id)] = nodes_.size();
    }
  }

  void add_storage(ValueId id, Kind kind, size_t index, const Block& block) {
    storage_of_[id] = storages_.size();
    storages_.push_back({kind, index, block});
  }

  void place_sources() {
    for (size_t i = 0; i < graph_.inputs().size(); ++i) {
      add_storage(graph_.inputs()[i], Kind::kInput, i, {});
    }
    for (ValueId id = 0; id < graph_.values().size(); ++id) {
      if (constants_.is_known(id)) {
        add_storage(id, Kind::kConstant, id, {});
      }
    }
  }

  void place_results(size_t step) {
    const PlannedNode& node = nodes_[step];
    for (size_t i = 0; i < node.view.outputs.size(); ++i) {
      if (!node.view.wants(i)) {
        continue;
      }
      const ValueId id = node.node->outputs[i];
      const size_t last = std::max(last_use_[id], step);
      const size_t shared = i == 0 ? find_in_place(step) : kNever;
      if (shared == kNever) {
        add_storage(id, Kind::kArena, 0,
                    {node.view.output(i).nbytes(), step, last, 0});
      } else {
        storage_of_[id] = shared;
        storages_[shared].block.last = last;
      }
    }
  }

  /// The storage of an operand that the first result may have.
  size_t find_in_place(size_t step) const {
    const PlannedNode& node = nodes_[step];
    for (size_t i = 0; i < node.view.inputs.size(); ++i) {
      if (!node.view.has(i) || !runs_in_place(node.node->op, i) ||
          node.view.input(i).numel() != node.view.output().numel() ||
          node.view.input(i).nbytes() != node.view.output().nbytes()) {
        continue;
      }
      const ValueId id = root(node.node->inputs[i]);
      const size_t storage = storage_of_[id];
      if (storages_[storage].kind == Kind::kArena && last_use_[id] == step &&
          count_operands_in(storage, node) == 1) {
        return storage;
      }
    }
    return kNever;
  }

  size_t count_operands_in(size_t storage, const PlannedNode& node) const {
    const std::vector<ValueId>& ids = node.node->inputs;
    return static_cast<size_t>(
        std::count_if(ids.begin(), ids.end(), [&](ValueId id) {
          return id != kNoValue && storage_of(id) == storage;
        }));
  }

  /// An output is written where the caller wants it, if it has bytes of its
  /// own that no other output has.
  void place_outputs() {
    for (size_t i = 0; i < graph_.outputs().size(); ++i) {
      const ValueId id = graph_.outputs()[i];
      Storage& storage = storages_[storage_of(id)];
      if (storage.kind == Kind::kArena) {
        storage.kind = Kind::kOutput;
        storage.index = i;
      } else {
        plan_.copies.push_back({id, i});
      }
    }
  }

  size_t storage_of(ValueId id) const {
    return storage_of_[id] != kNever ? storage_of_[id] : storage_of_[root(id)];
  }

  bool place_arena() {
    std::vector<Block> blocks;
    for (size_t step = 0; step < nodes_.size(); ++step) {
      blocks.push_back({nodes_[step].kernel->scratch_nbytes(), step, step, 0});
    }
    for (const Storage& storage : storages_) {
      const bool is_placed = storage.kind == Kind::kArena;
      blocks.push_back(is_placed ? storage.block : Block{});
    }
    if (!assign_offsets(blocks, &plan_.arena_nbytes)) {
      return false;
    }
    for (size_t step = 0; step < nodes_.size(); ++step) {
      plan_.scratch_offsets.push_back(blocks[step].offset);
    }
    for (size_t i = 0; i < storages_.size(); ++i) {
      if (storages_[i].kind == Kind::kArena) {
        storages_[i].index = blocks[nodes_.size() + i].offset;
      }
    }
    for (ValueId id = 0; id < graph_.values().size(); ++id) {
      const size_t storage = storage_of(id);
      plan_.values.push_back(
          storage == kNever
              ? Location{}
              : Location{storages_[storage].kind, storages_[storage].index});
    }
    return true;
  }

  const Graph& graph_;
  const Constants& constants_;
  const std::vector<PlannedNode>& nodes_;
  std::vector<ValueId> roots_;
  std::vector<size_t> last_use_;    ///< by root: the last step that reads it
  std::vector<size_t> storage_of_;  ///< by value; kNever: that of the root
  std::vector<Storage> storages_;
  MemoryPlan plan_;
};

}  // namespace

Result<MemoryPlan> MemoryPlan::make(const Graph& graph,
                                    const Constants& constants,
                                    const std::vector<PlannedNode>& nodes) {
  return Planner(graph, constants, nodes).run();
}

}  // namespace executorch::backends::engine
