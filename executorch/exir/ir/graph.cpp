#include <executorch/exir/ir/graph.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace executorch::exir {

bool TensorSpec::is_static() const {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](const SymInt& size) { return size.is_constant(); });
}

std::optional<int64_t> TensorSpec::max_nbytes() const {
  int64_t nbytes = static_cast<int64_t>(runtime::elementSize(dtype));
  bool is_empty = false;
  for (const SymInt& size : sizes) {
    const auto max = size.range().max;
    if (!max || *max < 0) {
      return std::nullopt;
    }
    if (*max == 0) {
      is_empty = true;
    } else if (__builtin_mul_overflow(nbytes, *max, &nbytes)) {
      return std::nullopt;
    }
  }
  return is_empty ? 0 : nbytes;
}

const Argument& Node::arg(std::string_view name) const {
  const auto index = op_->schema.param_index(name);
  assert(index);
  return args_[*index];
}

Value* Node::tensor(std::string_view name) const {
  return std::get<Value*>(arg(name));
}

Value* Node::optional_tensor(std::string_view name) const {
  return is_none(name) ? nullptr : tensor(name);
}

const std::vector<SymInt>& Node::ints(std::string_view name) const {
  return std::get<std::vector<SymInt>>(arg(name));
}

SymInt Node::sym_int(std::string_view name) const {
  const Argument& argument = arg(name);
  if (const auto* value = std::get_if<Value*>(&argument)) {
    return std::get<ScalarSpec>((*value)->spec).sym;
  }
  return std::get<SymInt>(argument);
}

int64_t Node::int_value(std::string_view name) const {
  return sym_int(name).constant().value_or(0);
}

bool Node::bool_value(std::string_view name) const {
  return std::get<bool>(arg(name));
}

double Node::number(std::string_view name) const {
  const Argument& argument = arg(name);
  if (const auto* value = std::get_if<double>(&argument)) {
    return *value;
  }
  if (const auto* flag = std::get_if<bool>(&argument)) {
    return *flag ? 1 : 0;
  }
  return static_cast<double>(int_value(name));
}

bool Node::is_none(std::string_view name) const {
  return std::holds_alternative<std::monostate>(arg(name));
}

void Node::set_arg(size_t i, Argument argument) {
  for_each_value(args_[i],
                 [&](Value* value) { Graph::remove_user(value, this); });
  for_each_value(argument, [&](Value* value) { value->users.push_back(this); });
  args_[i] = std::move(argument);
}

Value* Graph::new_value(std::string name, ValueSpec spec, Value::Kind kind) {
  auto value = std::make_unique<Value>();
  value->name = unique_name(name);
  value->spec = std::move(spec);
  value->kind = kind;
  return values_.emplace_back(std::move(value)).get();
}

std::string Graph::unique_name(const std::string& hint) {
  const std::string base = hint.empty() ? "value" : hint;
  const size_t count = name_counts_[base]++;
  if (count == 0) {
    return base;
  }
  const std::string name = base + "_" + std::to_string(count);
  return name_counts_.count(name) == 0 ? unique_name(name) : unique_name(base);
}

Value* Graph::add_input(std::string name, ValueSpec spec) {
  inputs_.push_back(
      new_value(std::move(name), std::move(spec), Value::Kind::kUserInput));
  return inputs_.back();
}

Value* Graph::add_constant(std::string name, TensorSpec spec,
                           ConstantData data, Value::Kind kind) {
  Value* value = new_value(std::move(name), std::move(spec), kind);
  value->data = std::move(data);
  constants_.push_back(value);
  return value;
}

Node* Graph::insert(Node* before, const OpInfo& op,
                    std::vector<Argument> args, std::vector<ValueSpec> specs,
                    SourceLocationPtr location, std::string name_hint) {
  auto owned = std::unique_ptr<Node>(new Node());
  Node* node = owned.get();
  node->graph_ = this;
  node->op_ = &op;
  node->location_ = std::move(location);
  node->args_ = std::move(args);
  for (const Argument& argument : node->args_) {
    for_each_value(argument,
                   [&](Value* value) { value->users.push_back(node); });
  }
  set_outputs(node, std::move(specs), name_hint);
  const auto at = before != nullptr ? before->position_ : nodes_.end();
  node->position_ = nodes_.insert(at, std::move(owned));
  return node;
}

void Graph::set_outputs(Node* node, std::vector<ValueSpec> specs,
                        const std::string& name_hint) {
  for (ValueSpec& spec : specs) {
    Value* output =
        new_value(name_hint, std::move(spec), Value::Kind::kNodeOutput);
    output->producer = node;
    node->outputs_.push_back(output);
  }
}

void Graph::remove_user(Value* value, Node* user) {
  const auto found = std::find(value->users.begin(), value->users.end(), user);
  if (found != value->users.end()) {
    value->users.erase(found);
  }
}

void Graph::replace_all_uses(Value* from, Value* to) {
  if (from == to) {
    return;
  }
  const auto replace = [&](Value* value) { return value == from ? to : value; };
  for (Node* user : std::vector<Node*>(from->users)) {
    for (Argument& argument : user->args_) {
      if (auto* value = std::get_if<Value*>(&argument)) {
        *value = replace(*value);
      } else if (auto* list = std::get_if<std::vector<Value*>>(&argument)) {
        std::transform(list->begin(), list->end(), list->begin(), replace);
      }
    }
  }
  to->users.insert(to->users.end(), from->users.begin(), from->users.end());
  from->users.clear();
  for (GraphOutput& output : outputs_) {
    if (auto* value = std::get_if<Value*>(&output.value)) {
      *value = replace(*value);
    }
  }
}

void Graph::erase(Node* node) {
  for (const Argument& argument : node->args_) {
    for_each_value(argument, [&](Value* value) { remove_user(value, node); });
  }
  nodes_.erase(node->position_);
}

void Graph::move(Node* node, Node* before) {
  const auto at = before != nullptr ? before->position_ : nodes_.end();
  nodes_.splice(at, nodes_, node->position_);
}

void Graph::erase_unused_constants() {
  std::erase_if(constants_, [&](Value* value) {
    return value->is_constant() && is_unused(value);
  });
}

bool Graph::is_output(const Value* value) const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [&](const GraphOutput& output) {
                       const auto* held = std::get_if<Value*>(&output.value);
                       return (held != nullptr && *held == value) ||
                              output.target == value;
                     });
}

Node* Graph::next(const Node* node) const {
  const auto after = std::next(node->position_);
  return after == nodes_.end() ? nullptr : after->get();
}

std::optional<std::vector<int64_t>> static_sizes(const Value& value) {
  std::vector<int64_t> sizes;
  for (const SymInt& size : value.sizes()) {
    if (!size.is_constant()) {
      return std::nullopt;
    }
    sizes.push_back(*size.constant());
  }
  return sizes;
}

Diagnostic diagnose(const Node& node, std::string message) {
  return {node.op().schema.qualified_name() + ": " + std::move(message),
          print_node(node),
          {},
          node.location(),
          {}};
}

}  // namespace executorch::exir
