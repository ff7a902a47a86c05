#include <executorch/exir/plan/storage.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir {
namespace {

class StorageBuilder {
 public:
  explicit StorageBuilder(const Graph& graph) : graph_(graph) {}

  Expected<Storages> run() {
    count_instructions();
    for (Value* input : graph_.inputs()) {
      if (input->is_tensor()) {
        ET_ASSIGN(const size_t index, add(*input, 0));
        out_.list[index].is_input = true;
      }
    }
    for (Value* constant : graph_.constants()) {
      if (constant->kind == Value::Kind::kMutableBuffer) {
        out_.state_of_value[constant] = constant;
      }
    }
    size_t at = 0;
    for (const auto& node : graph_.nodes()) {
      ET_TRY(place_outputs(*node, at));
      ++at;
    }
    return std::move(out_);
  }

 private:
  void count_instructions() {
    size_t at = 0;
    for (const auto& node : graph_.nodes()) {
      for (const Argument& argument : node->args()) {
        for_each_value(argument,
                       [&](Value* value) { last_use_[value] = at; });
      }
      ++at;
    }
    end_ = at;
    keep_through_loops();
    for (const GraphOutput& output : graph_.outputs()) {
      for_each_value(output.value,
                     [&](Value* value) { last_use_[value] = end_; });
    }
  }

  /// What a loop reads from outside of it is read in every round.
  void keep_through_loops() {
    std::unordered_map<const Value*, size_t> defined_at;
    std::vector<size_t> open;
    size_t at = 0;
    for (const auto& node : graph_.nodes()) {
      for (const Value* output : node->outputs()) {
        defined_at[output] = at;
      }
      const OpInfo& op = node->op();
      if (op.is_loop_mark() && op.opens_region()) {
        open.push_back(at);
      } else if (op.is_loop_mark() && op.closes_region()) {
        const size_t first = open.back();
        open.pop_back();
        for (auto& [value, last] : last_use_) {
          const auto defined = defined_at.find(value);
          const bool is_outside =
              defined == defined_at.end() || defined->second < first;
          if (is_outside && last > first && last < at) {
            last = at;
          }
        }
      }
      ++at;
    }
  }

  size_t last_use(const Value& value, size_t defined_at) const {
    const auto found = last_use_.find(&value);
    return found == last_use_.end() ? defined_at
                                    : std::max(found->second, defined_at);
  }

  Expected<size_t> add(const Value& value, size_t at) {
    const auto nbytes = value.tensor().max_nbytes();
    if (!nbytes) {
      return fail(fmt::format(
          "%{} is {}, which has no upper bound of its bytes", value.name,
          value.tensor().str()));
    }
    out_.list.push_back({static_cast<uint64_t>(*nbytes), at,
                         last_use(value, at), false});
    out_.of_value[&value] = out_.list.size() - 1;
    return out_.list.size() - 1;
  }

  void share(const Value& value, size_t index, size_t at) {
    out_.of_value[&value] = index;
    Storage& storage = out_.list[index];
    storage.last = std::max(storage.last, last_use(value, at));
  }

  Expected<void> place_outputs(const Node& node, size_t at) {
    for (const Value* output : node.outputs()) {
      if (!output->is_tensor()) {
        continue;
      }
      const auto shared = shared_storage(node, *output, at);
      if (const Value* buffer = aliased_state(node)) {
        out_.state_of_value[output] = buffer;
      } else if (shared) {
        share(*output, *shared, at);
      } else {
        ET_TRY(add(*output, at));
      }
    }
    return {};
  }

  static bool aliases_first_operand(const Node& node) {
    return node.op().is_in_place() || node.op().schema.name == "et_view";
  }

  /// The mutable buffer whose memory the result is, or null.
  const Value* aliased_state(const Node& node) const {
    if (!aliases_first_operand(node)) {
      return nullptr;
    }
    const auto found =
        out_.state_of_value.find(std::get<Value*>(node.args()[0]));
    return found == out_.state_of_value.end() ? nullptr : found->second;
  }

  std::optional<size_t> shared_storage(const Node& node, const Value& output,
                                       size_t at) const {
    if (aliases_first_operand(node)) {
      return index_of(std::get<Value*>(node.args()[0]));
    }
    if (!node.op().is_pointwise || node.outputs().size() != 1) {
      return std::nullopt;
    }
    std::optional<size_t> found;
    for (const Argument& argument : node.args()) {
      for_each_value(argument, [&](const Value* value) {
        if (!found && may_overwrite(*value, output, at)) {
          found = index_of(value);
        }
      });
    }
    return found;
  }

  /// True if `operand` ends here and its elements lie where the result's do.
  bool may_overwrite(const Value& operand, const Value& output,
                     size_t at) const {
    const auto index = index_of(&operand);
    if (!index || !operand.is_tensor()) {
      return false;
    }
    const Storage& storage = out_.list[*index];
    const bool same_layout =
        operand.sizes() == output.sizes() &&
        runtime::elementSize(operand.dtype()) ==
            runtime::elementSize(output.dtype());
    return same_layout && !storage.is_input &&
           storage.last == at;
  }

  std::optional<size_t> index_of(const Value* value) const {
    const auto found = out_.of_value.find(value);
    return found == out_.of_value.end() ? std::nullopt
                                        : std::optional(found->second);
  }

  const Graph& graph_;
  Storages out_;
  std::unordered_map<const Value*, size_t> last_use_;
  size_t end_ = 0;
};

}  // namespace

Expected<Storages> assign_storages(const Graph& graph) {
  return StorageBuilder(graph).run();
}

}  // namespace executorch::exir
