#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>
#include <executorch/exir/passes/running_statistics.h>
#include <executorch/ops/sizes.h>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

/// In-place operators become functional ones. A value that shares memory with
/// another is known by its root and the view operators that lead to it; a
/// write to it is carried back to the root through their inverses, and later
/// readers of any alias see the root's new version.
namespace executorch::exir {
namespace {

/// New version of a view's input, from its old version and the view's new one.
using Inverse = Value* (*)(Rewriter&, const Node& view, Value* old_input,
                           Value* new_view);
/// The same for one view of a list, the one at `position`.
using ListInverse = Value* (*)(Rewriter&, const Node& view, size_t position,
                               Value* old_input, Value* new_view);

Value* reshape_back(Rewriter& rewriter, const Node&, Value* old_input,
                    Value* new_view) {
  return rewriter.call("aten::view_copy", {new_view, old_input->sizes()});
}

Value* same_value(Rewriter&, const Node&, Value*, Value* new_view) {
  return new_view;
}

Value* permute_back(Rewriter& rewriter, const Node& view, Value* old_input,
                    Value* new_view) {
  const size_t rank = old_input->sizes().size();
  std::vector<SymInt> inverse(rank);
  const auto& dims = view.ints("dims");
  for (size_t i = 0; i < rank; ++i) {
    const auto axis = ops::normalize_axis(dims[i].constant().value_or(0), rank);
    inverse[axis.value_or(0)] = SymInt(static_cast<int64_t>(i));
  }
  return rewriter.call("aten::permute_copy", {new_view, std::move(inverse)});
}

/// Swaps two dimensions, which are counted from either end.
Value* swap_dims(Rewriter& rewriter, Value* x, int64_t dim0, int64_t dim1) {
  const size_t rank = x->sizes().size();
  const auto first = ops::normalize_axis(dim0, rank);
  const auto second = ops::normalize_axis(dim1, rank);
  if (rank == 0 || !first || !second) {
    return x;
  }
  std::vector<SymInt> dims;
  for (size_t i = 0; i < rank; ++i) {
    dims.emplace_back(static_cast<int64_t>(i));
  }
  std::swap(dims[*first], dims[*second]);
  return rewriter.call("aten::permute_copy", {x, std::move(dims)});
}

Value* transpose_back(Rewriter& rewriter, const Node& view, Value*,
                      Value* new_view) {
  return swap_dims(rewriter, new_view, view.int_value("dim0"),
                   view.int_value("dim1"));
}

Value* swap_back(Rewriter& rewriter, const Node& view, Value*,
                 Value* new_view) {
  const size_t rank = view.output()->sizes().size();
  return rank < 2 ? new_view : swap_dims(rewriter, new_view, -2, -1);
}

Value* scatter_strided(Rewriter& rewriter, const Node& view, Value* old_input,
                       Value* new_view) {
  return rewriter.call("aten::as_strided_scatter",
                       {old_input, new_view, view.arg("size"),
                        view.arg("stride"), view.arg("storage_offset")});
}

Value* scatter_diagonal(Rewriter& rewriter, const Node& view,
                        Value* old_input, Value* new_view) {
  return rewriter.call("aten::diagonal_scatter",
                       {old_input, new_view, view.arg("offset"),
                        view.arg("dim1"), view.arg("dim2")});
}

/// Parts of a list follow each other along `dim`.
Value* scatter_part(Rewriter& rewriter, const Node& view, size_t position,
                    Value* old_input, Value* new_view) {
  const auto axis = ops::normalize_axis(view.int_value("dim"),
                                        old_input->sizes().size());
  SymInt start(0);
  for (size_t i = 0; axis && i < position; ++i) {
    start = start + view.output(i)->sizes()[*axis];
  }
  const SymInt length = axis ? new_view->sizes()[*axis] : SymInt(0);
  return rewriter.call("aten::slice_scatter",
                       {old_input, new_view, view.arg("dim"), start,
                        start + length, SymInt(1)});
}

Value* scatter_item(Rewriter& rewriter, const Node& view, size_t position,
                    Value* old_input, Value* new_view) {
  return rewriter.call("aten::select_scatter",
                       {old_input, new_view, view.arg("dim"),
                        SymInt(static_cast<int64_t>(position))});
}

Value* scatter_narrow(Rewriter& rewriter, const Node& view, Value* old_input,
                      Value* new_view) {
  SymInt start = view.sym_int("start");
  const auto axis = ops::normalize_axis(view.int_value("dim"),
                                        old_input->sizes().size());
  if (start.constant().value_or(0) < 0 && axis) {
    start = start + old_input->sizes()[*axis];
  }
  return rewriter.call("aten::slice_scatter",
                       {old_input, new_view, view.arg("dim"), start,
                        start + view.sym_int("length"), SymInt(1)});
}

Value* scatter_slice(Rewriter& rewriter, const Node& view, Value* old_input,
                     Value* new_view) {
  return rewriter.call("aten::slice_scatter",
                       {old_input, new_view, view.arg("dim"), view.arg("start"),
                        view.arg("end"), view.arg("step")});
}

Value* scatter_select(Rewriter& rewriter, const Node& view, Value* old_input,
                      Value* new_view) {
  return rewriter.call(
      "aten::select_scatter",
      {old_input, new_view, view.arg("dim"), view.arg("index")});
}

struct ViewInverse {
  std::string_view op;
  Inverse invert;
};

constexpr ViewInverse kInverses[] = {
    {"aten::view", reshape_back},
    {"aten::flatten.using_ints", reshape_back},
    {"aten::unflatten.int", reshape_back},
    {"aten::squeeze.dims", reshape_back},
    {"aten::squeeze.dim", reshape_back},
    {"aten::squeeze", reshape_back},
    {"aten::unsqueeze", reshape_back},
    {"aten::narrow", scatter_narrow},
    {"aten::permute", permute_back},
    {"aten::t", swap_back},
    {"aten::mT", swap_back},
    {"aten::transpose.int", transpose_back},
    {"aten::slice.Tensor", scatter_slice},
    {"aten::select.int", scatter_select},
    {"aten::as_strided", scatter_strided},
    {"aten::diagonal", scatter_diagonal},
    {"aten::detach", same_value},
    {"aten::alias", same_value},
    {"dim_order_ops::_as_default_order", same_value},
};

struct ListViewInverse {
  std::string_view op;
  ListInverse invert;
};

constexpr ListViewInverse kListInverses[] = {
    {"aten::chunk", scatter_part},
    {"aten::split.Tensor", scatter_part},
    {"aten::split.sizes", scatter_part},
    {"aten::split_with_sizes", scatter_part},
    {"aten::unbind.int", scatter_item},
};

/// Position of a value among the outputs of its node.
size_t position_of(const Node& node, const Value* output) {
  const auto& outputs = node.outputs();
  return static_cast<size_t>(std::ranges::find(outputs, output) -
                             outputs.begin());
}

/// New version of the input of the view that made `output`, or null if writes
/// through it are not supported.
Value* invert_view(Rewriter& rewriter, const Node& view, const Value* output,
                   Value* old_input, Value* new_view) {
  const std::string name = view.op().schema.qualified_name();
  for (const ViewInverse& row : kInverses) {
    if (row.op == name) {
      return row.invert(rewriter, view, old_input, new_view);
    }
  }
  for (const ListViewInverse& row : kListInverses) {
    if (row.op == name) {
      return row.invert(rewriter, view, position_of(view, output), old_input,
                        new_view);
    }
  }
  return nullptr;
}

class Functionalizer {
 public:
  explicit Functionalizer(Graph& graph) : graph_(graph), rewriter_(graph) {}

  Expected<bool> run() {
    for (auto it = graph_.nodes().begin(); it != graph_.nodes().end();) {
      Node* node = (it++)->get();
      rewriter_.set_insertion_point(node);
      if (node->op().is_in_place()) {
        write(node);
      } else if (updates_statistics(*node)) {
        write_statistics(node);
      } else {
        // The value that the view was made of, not the version that it reads.
        Value* input = node->op().is_view()
                           ? std::get<Value*>(node->args()[0])
                           : nullptr;
        read_latest(node);
        if (input != nullptr) {
          for (Value* output : node->outputs()) {
            aliases_[output] = {root_of(input), input, node};
          }
        }
      }
      if (rewriter_.error()) {
        return fail(*rewriter_.error());
      }
    }
    finish_outputs();
    return rewriter_.changed();
  }

 private:
  /// How a value shares its root's memory: `view` applied to `input`.
  struct Alias {
    Value* root = nullptr;
    Value* input = nullptr;
    Node* view = nullptr;
  };
  struct Version {
    Value* value = nullptr;
    size_t number = 0;
  };

  Value* root_of(Value* value) const {
    const auto alias = aliases_.find(value);
    return alias == aliases_.end() ? value : alias->second.root;
  }

  /// The value that reads what `value`'s memory now holds.
  Value* latest(Value* value) {
    const auto written = versions_.find(root_of(value));
    if (written == versions_.end()) {
      return value;
    }
    const auto alias = aliases_.find(value);
    if (alias == aliases_.end()) {
      return written->second.value;
    }
    Version& cached = views_[value];
    if (cached.value == nullptr || cached.number != written->second.number) {
      const Node& view = *alias->second.view;
      std::vector<Argument> args = view.args();
      args[0] = latest(alias->second.input);
      cached = {replay(view, std::move(args), value), written->second.number};
    }
    return cached.value;
  }

  /// The view operator again, on another version of its input; of a list of
  /// views the one that stands where `output` does.
  Value* replay(const Node& view, std::vector<Argument> args,
                const Value* output) {
    std::vector<ValueSpec> specs;
    size_t position = 0;
    for (const Value* value : view.outputs()) {
      position = value == output ? specs.size() : position;
      specs.push_back(value->spec);
    }
    Node* node = graph_.insert(insertion_, view.op(), std::move(args),
                               std::move(specs), view.location(),
                               view.output()->name);
    return node->output(position);
  }

  void read_latest(Node* node) {
    insertion_ = node;
    for (size_t i = 0; i < node->args().size(); ++i) {
      Argument argument = node->args()[i];
      bool changed = false;
      const auto update = [&](Value* value) {
        Value* now = value == nullptr ? nullptr : latest(value);
        changed |= now != value;
        return now;
      };
      if (auto* value = std::get_if<Value*>(&argument)) {
        *value = update(*value);
      } else if (auto* list = std::get_if<std::vector<Value*>>(&argument)) {
        for (Value*& item : *list) {
          item = update(item);
        }
      }
      if (changed) {
        rewriter_.set_arg(node, i, std::move(argument));
      }
    }
  }

  void write(Node* node) {
    const OpInfo* functional = functional_form(node->op());
    Value* self = std::get<Value*>(node->args()[0]);
    if (functional == nullptr) {
      rewriter_.refuse("has no functional form");
      return;
    }
    read_latest(node);
    Value* result =
        rewriter_.call(functional->schema.qualified_name(), node->args());
    if (!rewriter_.error() && result->dtype() != self->dtype()) {
      result = rewriter_.call("aten::_to_copy", {result, self->dtype()});
    }
    if (rewriter_.error()) {
      return;
    }
    if (result->sizes().size() != self->sizes().size()) {
      rewriter_.refuse(fmt::format("writes {} into {}", result->tensor().str(),
                                   self->tensor().str()));
      return;
    }
    store(self, result);
    // The node's own output is one more name of `self`.
    Value* output = node->output();
    graph_.replace_all_uses(output, self);
    rewriter_.erase(node);
  }

  void write_statistics(Node* node) {
    Value* mean = node->tensor("running_mean");
    Value* variance = node->tensor("running_var");
    read_latest(node);
    const StatisticsUpdate update = expand_update(rewriter_, *node);
    rewriter_.replace(node, update.outputs);
    if (!rewriter_.error()) {
      store(mean, update.running_mean);
      store(variance, update.running_var);
    }
  }

  /// Gives `value`'s memory a new content, at its root.
  void store(Value* value, Value* content) {
    const auto alias = aliases_.find(value);
    if (alias == aliases_.end()) {
      Version& version = versions_[value];
      version.value = content;
      version.number = ++counter_;
      return;
    }
    Value* input = alias->second.input;
    Value* old_input = latest(input);
    Value* new_input = invert_view(rewriter_, *alias->second.view, value,
                                   old_input, content);
    if (new_input == nullptr) {
      rewriter_.refuse(
          fmt::format("writes through the view {}, which is not supported",
                      alias->second.view->op().schema.qualified_name()));
      return;
    }
    store(input, new_input);
  }

  void finish_outputs() {
    for (GraphOutput& output : graph_.outputs()) {
      if (auto* value = std::get_if<Value*>(&output.value)) {
        insertion_ = nullptr;
        *value = latest(*value);
      }
    }
    for (Value* value : graph_.inputs()) {
      add_mutation(value, GraphOutput::Kind::kInputMutation);
    }
    for (Value* value : graph_.constants()) {
      add_mutation(value, GraphOutput::Kind::kBufferMutation);
    }
  }

  void add_mutation(Value* target, GraphOutput::Kind kind) {
    const auto written = versions_.find(target);
    if (written == versions_.end()) {
      return;
    }
    if (kind == GraphOutput::Kind::kBufferMutation) {
      target->kind = Value::Kind::kMutableBuffer;
    }
    graph_.outputs().insert(graph_.outputs().begin(),
                            {kind, written->second.value, target});
  }

  Graph& graph_;
  Rewriter rewriter_;
  Node* insertion_ = nullptr;
  size_t counter_ = 0;
  std::unordered_map<Value*, Alias> aliases_;
  std::unordered_map<Value*, Version> versions_;
  std::unordered_map<Value*, Version> views_;
};

}  // namespace

Expected<bool> functionalize_pass(Graph& graph) {
  return Functionalizer(graph).run();
}

}  // namespace executorch::exir
