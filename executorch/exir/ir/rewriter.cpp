#include <executorch/exir/ir/rewriter.h>

#include <executorch/exir/ir/arguments.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/printer.h>
#include <fmt/format.h>

namespace executorch::exir {
namespace {

/// What a replacement must share with what it replaces.
std::optional<std::string> mismatch(const Value& from, const Value& to) {
  if (!from.is_tensor() || !to.is_tensor()) {
    return std::nullopt;
  }
  const TensorSpec& a = from.tensor();
  const TensorSpec& b = to.tensor();
  bool differs = a.dtype != b.dtype || a.sizes.size() != b.sizes.size();
  for (size_t i = 0; !differs && i < a.sizes.size(); ++i) {
    const auto x = a.sizes[i].constant();
    const auto y = b.sizes[i].constant();
    differs = x && y && *x != *y;
  }
  return differs ? std::optional(fmt::format(
                       "the operator computes {}, the export states {}",
                       b.str(), a.str()))
                 : std::nullopt;
}

Expected<std::vector<Argument>> complete(const OpInfo& op,
                                         std::vector<Argument> args) {
  const auto& params = op.schema.params;
  for (size_t i = 0; i < args.size(); ++i) {
    ET_ASSIGN(args[i], fit_argument(params[i], std::move(args[i])));
  }
  for (size_t i = args.size(); i < params.size(); ++i) {
    ET_ASSIGN(auto filled, default_argument(params[i]));
    args.push_back(std::move(filled));
  }
  return args;
}

}  // namespace

void Rewriter::set_insertion_point(const Node* node) {
  point_ = const_cast<Node*>(node);
  location_ = node->location();
  name_hint_ = node->outputs().empty() ? "value" : node->output()->name;
}

Value* Rewriter::placeholder() {
  placeholder_.spec = TensorSpec{};
  return &placeholder_;
}

Value* Rewriter::call(std::string_view op, std::vector<Argument> args) {
  return call_all(op, std::move(args)).front();
}

std::vector<Value*> Rewriter::call_all(std::string_view op_name,
                                       std::vector<Argument> args) {
  const OpInfo* op = find_op(op_name);
  const std::vector<Value*> nothing(
      op != nullptr ? std::max<size_t>(1, op->schema.returns.size()) : 1,
      placeholder());
  if (error_) {
    return nothing;
  }
  if (op == nullptr || op->infer == nullptr ||
      args.size() > op->schema.params.size()) {
    refuse(fmt::format("rewrites to {}, which has no shape rule or fewer "
                       "arguments",
                       op_name));
    return nothing;
  }
  auto filled = complete(*op, std::move(args));
  if (!filled) {
    refuse(fmt::format("rewrites to {}: {}", op_name, filled.error().message));
    return nothing;
  }
  Node* node = graph_.insert(point_, *op, *std::move(filled), {}, location_,
                             name_hint_);
  auto specs = op->infer(*node);
  if (!specs) {
    error_ = std::move(specs).error();
    error_->location = location_;
    graph_.erase(node);
    return nothing;
  }
  graph_.set_outputs(node, *std::move(specs), name_hint_);
  changed_ = true;
  return node->outputs();
}

std::vector<Value*> Rewriter::call_with_specs(std::string_view op_name,
                                              std::vector<Argument> args,
                                              std::vector<ValueSpec> specs) {
  const OpInfo* op = find_op(op_name);
  if (!error_ && op == nullptr) {
    refuse(fmt::format("rewrites to {}, which is not known", op_name));
  }
  auto filled = error_ ? Expected<std::vector<Argument>>(args)
                       : complete(*op, std::move(args));
  if (!error_ && !filled) {
    refuse(fmt::format("rewrites to {}: {}", op_name, filled.error().message));
  }
  if (error_) {
    return std::vector<Value*>(std::max<size_t>(1, specs.size()),
                               placeholder());
  }
  Node* node = graph_.insert(point_, *op, *std::move(filled), std::move(specs),
                             location_, name_hint_);
  changed_ = true;
  return node->outputs();
}

std::vector<Value*> Rewriter::refuse(std::string message) {
  if (!error_) {
    error_ = point_ != nullptr ? diagnose(*point_, std::move(message))
                               : Diagnostic{std::move(message), {}, {}, {}, {}};
  }
  return {};
}

void Rewriter::replace(Node* node, const std::vector<Value*>& values) {
  if (error_) {
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    Value* from = node->output(i);
    if (graph_.is_unused(from)) {
      continue;
    }
    if (const auto difference = mismatch(*from, *values[i])) {
      set_insertion_point(node);
      refuse(*difference);
      return;
    }
    graph_.replace_all_uses(from, values[i]);
  }
  graph_.erase(node);
  changed_ = true;
}

void Rewriter::erase(Node* node) {
  graph_.erase(node);
  changed_ = true;
}

void Rewriter::replace_all_uses(Value* from, Value* to) {
  graph_.replace_all_uses(from, to);
  changed_ = true;
}

void Rewriter::set_arg(Node* node, size_t i, Argument argument) {
  node->set_arg(i, std::move(argument));
  changed_ = true;
}

Value* Rewriter::add_constant(const std::string& name_hint, TensorSpec spec,
                              ConstantData data) {
  changed_ = true;
  return graph_.add_constant(name_hint, std::move(spec), std::move(data));
}

}  // namespace executorch::exir
