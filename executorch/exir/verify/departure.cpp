#include <executorch/exir/verify/departure.h>

#include <executorch/exir/exir.h>
#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/verify/comparison.h>
#include <executorch/exir/verify/compiled_run.h>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace executorch::exir {
namespace {

/// The way to a result.
struct Way {
  /// Tensors that nodes outside of branches and loops give, or a branch or loop
  /// itself, and that the result depends on, in the order of the graph.
  std::vector<const Value*> values;
  /// What nodes inside of branches and loops read.
  std::unordered_set<const Value*> read_inside;
};

Way way_to(const Graph& graph, const Value* result) {
  Way way;
  std::unordered_set<const Value*> needed{result};
  int depth = 0;
  const auto& nodes = graph.nodes();
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
    const Node& node = **it;
    depth += static_cast<int>(node.op().closes_region()) -
             static_cast<int>(node.op().opens_region());
    bool is_needed = node.op().is_control;
    for (const Value* output : node.outputs()) {
      if (needed.contains(output)) {
        is_needed = true;
        if (depth == 0 && output->is_tensor()) {
          way.values.push_back(output);
        }
      }
    }
    for (const Argument& argument : node.args()) {
      for_each_value(argument, [&](const Value* operand) {
        if (is_needed) {
          needed.insert(operand);
        }
        if (depth > 0 || node.op().is_control) {
          way.read_inside.insert(operand);
        }
      });
    }
  }
  std::ranges::reverse(way.values);
  return way;
}

bool reads(const Node& node, const Value* value) {
  return std::ranges::any_of(node.args(), [&](const Argument& argument) {
    bool does = false;
    for_each_value(argument,
                   [&](const Value* operand) { does |= operand == value; });
    return does;
  });
}

/// Where a value comes from: a variable has the line of what is assigned to it.
SourceLocationPtr location_of(const Value& value) {
  for (const Node* user : value.users) {
    const auto* source = std::get_if<Value*>(&user->args().back());
    if (user->op().is_control && user->op().schema.name == "assign" &&
        std::get<Value*>(user->args()[0]) == &value && source != nullptr &&
        (*source)->producer != nullptr &&
        (*source)->producer->location() != nullptr) {
      return (*source)->producer->location();
    }
  }
  return value.producer->location();
}

/// Compiles the task's method with one more output.
class Observer {
 public:
  Observer(const VerifyTask& task, const Reference& reference)
      : task_(task), reference_(reference) {}

  /// How a value of the reference is in a program that returns it as well.
  Expected<const Comparison*> observe(const Value* value) {
    const auto known = seen_.find(value);
    if (known != seen_.end()) {
      return &known->second;
    }
    std::vector<NamedProgram> programs(1);
    programs[0].name = task_.method;
    ExportedProgram& program = programs[0].program;
    ET_ASSIGN(program, import_reference(task_.archive, task_.passes));
    program.graph->outputs().push_back(
        {GraphOutput::Kind::kUser, find(*program.graph, value->name), nullptr});
    LowerOptions options;
    options.backend = task_.backend;
    options.passes =
        task_.passes.subspan(reference_passes(task_.passes).size());
    ET_TRY(lower(program, options));
    ET_ASSIGN(const EmittedProgram emitted,
              emit(programs,
                   {.external_constants = !task_.bytes.external_data.empty()}));
    const std::vector<std::byte> bytes = emitted.to_bytes();
    const auto data = emitted.external_data() == nullptr
                          ? std::vector<std::byte>()
                          : emitted.external_data()->to_bytes();
    ET_ASSIGN(const CompiledRun run,
              run_compiled({bytes, data}, task_.method, reference_.inputs));
    const HostValue expected = reference_.run.value_of(*value);
    return &(seen_[value] =
                 compare(run.outputs.back(), expected, task_.computes_in_half));
  }

 private:
  /// The same archive gives the same graph, names included.
  static Argument find(const Graph& graph, const std::string& name) {
    for (const auto& node : graph.nodes()) {
      for (Value* output : node->outputs()) {
        if (output->name == name) {
          return output;
        }
      }
    }
    return {};
  }

  const VerifyTask& task_;
  const Reference& reference_;
  std::unordered_map<const Value*, Comparison> seen_;
};

/// A value that departs although what it is computed from agrees, or null if
/// none of them departs.
Expected<const Value*> search(Observer& observer, const Way& way) {
  size_t agrees = 0;  // values before
  size_t departs = way.values.size();
  while (agrees < departs) {
    const size_t middle = agrees + (departs - agrees) / 2;
    ET_ASSIGN(const Comparison* seen, observer.observe(way.values[middle]));
    (seen->departs ? departs : agrees) = seen->departs ? middle : middle + 1;
  }
  if (departs == way.values.size()) {
    return nullptr;
  }
  // A value of another part of the graph may agree behind one that departs.
  const Value* first = way.values[departs];
  for (size_t i = departs; i-- > 0;) {
    const Value* before = way.values[i];
    if (first->producer->op().is_variable() ? way.read_inside.contains(before)
                                            : reads(*first->producer, before)) {
      ET_ASSIGN(const Comparison* seen, observer.observe(before));
      first = seen->departs ? before : first;
    }
  }
  return first;
}

}  // namespace

Diagnostic find_departure(const VerifyTask& task, const Reference& reference,
                          const Value* result, const std::string& text) {
  Diagnostic error;
  error.message = text;
  error.pass = "verify";
  if (result == nullptr) {
    return error;
  }
  Observer observer(task, reference);
  const auto first = search(observer, way_to(reference.graph(), result));
  if (!first || *first == nullptr) {
    error.notes.push_back(
        first ? "no operator departs when its result is returned as well"
              : "the search for the operator ended: " + first.error().message);
    if (result->producer != nullptr) {
      error.node = diagnose(*result->producer, "").node;
      error.location = location_of(*result);
    }
    return error;
  }
  const auto seen = observer.observe(*first);
  error = diagnose(*(*first)->producer,
                   seen ? (*seen)->text : seen.error().message);
  error.pass = "verify";
  error.location = location_of(**first);
  error.notes.push_back(text);
  error.notes.push_back(
      (*first)->producer->op().is_variable()
          ? "this is what a branch or loop gives, whose operands agree"
          : "this is the first operator whose result departs from that of the "
            "imported graph");
  return error;
}

}  // namespace executorch::exir
