#include <executorch/exir/verify/interpreter.h>

#include <executorch/exir/ir/op_info.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace executorch::exir {
namespace {

/// Where control goes from each mark of a branch or loop: begin_if to its
/// begin_else or end_if, begin_else to its end_if, exit_loop_unless to its
/// end_loop, and end_loop to its begin_loop.
std::vector<size_t> find_partners(const std::vector<const Node*>& nodes) {
  struct Region {
    size_t begin = 0;
    size_t jump = 0;
  };
  std::vector<size_t> partners(nodes.size(), 0);
  std::vector<Region> regions;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const OpInfo& op = nodes[i]->op();
    if (op.opens_region()) {
      regions.push_back({i, i});
    } else if (op.is_else()) {
      partners[regions.back().jump] = i;
      regions.back().jump = i;
    } else if (op.is_control && op.schema.name == "exit_loop_unless") {
      regions.back().jump = i;
    } else if (op.closes_region()) {
      partners[regions.back().jump] = i;
      partners[i] = regions.back().begin;
      regions.pop_back();
    }
  }
  return partners;
}

/// True where nothing reads what cannot be computed. Other unused results may
/// decide symbols.
bool is_dead(const Node& node) {
  const auto& outputs = node.outputs();
  const OpInfo& op = node.op();
  return (!op.has_kernel || op.is_random) && !op.is_control &&
         std::ranges::all_of(outputs, [&](const Value* output) {
           return node.graph().is_unused(output);
         });
}

bool truth(const HostValue& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) {
    return *number != 0;
  }
  const auto* flag = std::get_if<bool>(&value);
  return flag != nullptr && *flag;
}

class Interpreter {
 public:
  Interpreter(const Graph& graph, Symbols symbols)
      : graph_(graph), known_(symbols) {
    run_.symbols = std::move(symbols);
  }

  Expected<HostRun> run(const std::vector<HostValue>& inputs) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      run_.values[graph_.inputs()[i]] = inputs[i];
    }
    std::vector<const Node*> nodes;
    for (const auto& node : graph_.nodes()) {
      nodes.push_back(node.get());
    }
    const std::vector<size_t> partners = find_partners(nodes);
    for (size_t at = 0; at < nodes.size(); ++at) {
      const Node& node = *nodes[at];
      if (is_dead(node)) {
        continue;
      }
      if (node.op().is_control) {
        ET_ASSIGN(const bool jumps, control(node));
        at = jumps ? partners[at] : at;
      } else if (node.op().schema.name == "et_copy_index") {
        ET_TRY(copy_row(node));
      } else {
        ET_TRY(compute(node));
      }
    }
    return std::move(run_);
  }

 private:
  /// Whether control goes to the partner.
  Expected<bool> control(const Node& node) {
    const std::string& name = node.op().schema.name;
    if (name == "variable") {
      ET_TRY(make_variable(*node.output()));
      return false;
    }
    if (name == "assign") {
      ET_ASSIGN(HostValue source, value_of(node, node.args()[1]));
      ET_TRY(
          define(node, *std::get<Value*>(node.args()[0]), std::move(source)));
      return false;
    }
    if (name == "begin_loop" || name == "end_if") {
      return false;
    }
    if (name == "begin_else" || name == "end_loop") {
      return true;
    }
    ET_ASSIGN(const HostValue condition, value_of(node, node.args()[0]));
    if (name == "_assert_scalar" && !truth(condition)) {
      return fail(
          diagnose(node, fmt::format("the inputs fail a check of the "
                                     "model: {}",
                                     std::get<std::string>(node.args()[1]))));
    }
    return !truth(condition) && name != "_assert_scalar";
  }

  Expected<void> make_variable(const Value& variable) {
    if (!variable.is_tensor()) {
      run_.values[&variable] = int64_t{0};
      return {};
    }
    HostTensor tensor{variable.dtype(), {}, {}};
    size_t nbytes = runtime::elementSize(tensor.dtype);
    for (const SymInt& size : variable.sizes()) {
      const SymInt number = substitute(size, run_.symbols);
      tensor.sizes.push_back(
          std::max<int64_t>(number.constant().value_or(0), 0));
      nbytes *= static_cast<size_t>(tensor.sizes.back());
    }
    ET_ASSIGN(tensor.data, allocate_data(nbytes));
    std::memset(writable(tensor.data), 0, nbytes);
    run_.values[&variable] = std::move(tensor);
    return {};
  }

  /// One row of a stacked result, whose memory is the variable's own.
  Expected<void> copy_row(const Node& node) {
    ET_ASSIGN(const HostValue to, value_of(node, node.args()[0]));
    ET_ASSIGN(const HostValue from, value_of(node, node.args()[1]));
    ET_ASSIGN(const HostValue index, value_of(node, node.args()[2]));
    const auto* rows = std::get_if<HostTensor>(&to);
    const auto* row = std::get_if<HostTensor>(&from);
    const auto* position = std::get_if<int64_t>(&index);
    if (rows == nullptr || row == nullptr || position == nullptr) {
      return fail(diagnose(node, "found a value that is no tensor"));
    }
    const size_t nbytes = row->data.bytes.size();
    const size_t offset = static_cast<size_t>(*position) * nbytes;
    if (*position < 0 || offset + nbytes > rows->data.bytes.size()) {
      return fail(diagnose(node, fmt::format("no row {}", *position)));
    }
    std::memcpy(writable(rows->data) + offset, row->data.bytes.data(), nbytes);
    return {};
  }

  /// Runs a copy of the node whose operands are constants.
  Expected<void> compute(const Node& node) {
    if (node.op().is_random) {
      return fail(diagnose(node,
                           "gives another result every time, so that "
                           "the program cannot be verified"));
    }
    Graph scratch;
    std::vector<Argument> args;
    for (const Argument& argument : node.args()) {
      ET_ASSIGN(args.emplace_back(), as_constant(node, argument, scratch));
    }
    std::vector<ValueSpec> specs;
    for (const Value* output : node.outputs()) {
      specs.push_back(output->spec);
      if (auto* tensor = std::get_if<TensorSpec>(&specs.back())) {
        for (SymInt& size : tensor->sizes) {
          size = substitute(size, known_);
        }
      }
    }
    const Node* call = scratch.insert(nullptr, node.op(), std::move(args),
                                      std::move(specs), node.location(), "y");
    ET_ASSIGN(auto results, evaluate(*call));
    for (size_t i = 0; i < results.size(); ++i) {
      ET_TRY(define(node, *node.output(i), std::move(results[i])));
    }
    return {};
  }

  Expected<Argument> as_constant(const Node& node, const Argument& argument,
                                 Graph& scratch) {
    if (const auto* list = std::get_if<std::vector<SymInt>>(&argument)) {
      std::vector<SymInt> numbers;
      for (const SymInt& item : *list) {
        ET_ASSIGN(const int64_t number, number_of(node, item));
        numbers.emplace_back(number);
      }
      return Argument(std::move(numbers));
    }
    if (const auto* list = std::get_if<std::vector<Value*>>(&argument)) {
      std::vector<Value*> constants;
      for (Value* item : *list) {
        constants.push_back(nullptr);
        if (item != nullptr) {
          ET_ASSIGN(const Argument one,
                    as_constant(node, Argument(item), scratch));
          constants.back() = std::get<Value*>(one);
        }
      }
      return Argument(std::move(constants));
    }
    if (!std::holds_alternative<Value*>(argument) &&
        !std::holds_alternative<SymInt>(argument)) {
      return argument;
    }
    ET_ASSIGN(const HostValue value, value_of(node, argument));
    return constant_of(value, scratch);
  }

  static Argument constant_of(const HostValue& value, Graph& scratch) {
    if (const auto* tensor = std::get_if<HostTensor>(&value)) {
      TensorSpec spec{tensor->dtype, {}};
      spec.sizes.assign(tensor->sizes.begin(), tensor->sizes.end());
      return scratch.add_constant("x", std::move(spec), tensor->data);
    }
    if (const auto* number = std::get_if<int64_t>(&value)) {
      return SymInt(*number);
    }
    if (const auto* number = std::get_if<double>(&value)) {
      return *number;
    }
    const auto* flag = std::get_if<bool>(&value);
    return flag == nullptr ? Argument() : Argument(*flag);
  }

  /// An operand, which the run must have reached.
  Expected<HostValue> value_of(const Node& node, const Argument& argument) {
    const auto* expression = std::get_if<SymInt>(&argument);
    if (expression != nullptr) {
      return number_of(node, *expression);
    }
    return run_.value_of(argument);
  }

  Expected<int64_t> number_of(const Node& node, const SymInt& expression) {
    const auto number = substitute(expression, run_.symbols).constant();
    if (!number) {
      return fail(diagnose(
          node, fmt::format("size {} has no value yet", expression.str())));
    }
    return *number;
  }

  /// Keeps a value, and the symbols that it decides: sizes and numbers that
  /// only the run knows.
  Expected<void> define(const Node& node, const Value& value, HostValue host) {
    const auto* scalar = std::get_if<ScalarSpec>(&value.spec);
    const auto* number = std::get_if<int64_t>(&host);
    if (scalar != nullptr && number != nullptr &&
        scalar->kind == ScalarSpec::Kind::kInt) {
      ET_TRY(decide(node, scalar->sym, *number));
    }
    if (const auto* tensor = std::get_if<HostTensor>(&host)) {
      for (size_t d = 0; d < tensor->sizes.size(); ++d) {
        ET_TRY(decide(node, value.sizes()[d], tensor->sizes[d]));
      }
    }
    run_.values[&value] = std::move(host);
    return {};
  }

  Expected<void> decide(const Node& node, const SymInt& expression,
                        int64_t number) {
    const auto symbol = expression.as_symbol();
    if (symbol && !known_.contains(*symbol)) {
      run_.symbols[*symbol] = number;
      return {};
    }
    const auto expected = substitute(expression, run_.symbols).constant();
    if (expected && *expected != number) {
      return fail(
          diagnose(node, fmt::format("the kernel gives {} where the "
                                     "graph says {} = {}",
                                     number, expression.str(), *expected)));
    }
    return {};
  }

  const Graph& graph_;
  const Symbols known_;  ///< of the inputs
  HostRun run_;
};

}  // namespace

HostValue HostRun::value_of(const Value& value) const {
  if (value.kind == Value::Kind::kConstant ||
      value.kind == Value::Kind::kMutableBuffer) {
    HostTensor tensor{value.dtype(), {}, value.data};
    for (const SymInt& size : value.sizes()) {
      tensor.sizes.push_back(size.constant().value_or(0));
    }
    return tensor;
  }
  const auto found = values.find(&value);
  return found == values.end() ? HostValue() : found->second;
}

HostValue HostRun::value_of(const Argument& argument) const {
  if (const auto* value = std::get_if<Value*>(&argument)) {
    return *value == nullptr ? HostValue() : value_of(**value);
  }
  if (const auto* expression = std::get_if<SymInt>(&argument)) {
    const auto number = substitute(*expression, symbols).constant();
    return number ? HostValue(*number) : HostValue();
  }
  if (const auto* number = std::get_if<double>(&argument)) {
    return *number;
  }
  const auto* flag = std::get_if<bool>(&argument);
  return flag == nullptr ? HostValue() : HostValue(*flag);
}

Expected<HostRun> interpret(const Graph& graph,
                            const std::vector<HostValue>& inputs) {
  ET_ASSIGN(Symbols symbols, bind_symbols(graph, inputs));
  return Interpreter(graph, std::move(symbols)).run(inputs);
}

}  // namespace executorch::exir
