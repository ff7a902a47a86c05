#include <executorch/exir/import/control_flow.h>

#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <algorithm>

namespace executorch::exir {

/// Arguments of such a node, by kind and in their order.
struct ControlFlowReader::Operands {
  std::vector<json::element> graphs;
  std::vector<Values> lists;
  Values tensors;
  Value* condition = nullptr;     ///< of a computed bool
  std::optional<bool> known;      ///< of a bool that the export knows
  std::optional<ScalarType> dtype;
  std::vector<bool> flags;
};

Expected<ControlFlowReader::Operands> ControlFlowReader::read_operands(
    json::element node) const {
  Operands operands;
  ET_ASSIGN(const auto inputs, json::array_member(node, "inputs"));
  for (const json::element input : inputs) {
    ET_ASSIGN(const auto arg, json::member(input, "arg"));
    ET_ASSIGN(const json::Tagged tagged, json::tagged(arg, "arg"));
    if (tagged.tag == "as_graph") {
      ET_ASSIGN(operands.graphs.emplace_back(),
                json::member(tagged.value, "graph"));
      continue;
    }
    ET_ASSIGN(const Argument value, read_argument(arg, scope_));
    if (const auto* list = std::get_if<Values>(&value)) {
      operands.lists.push_back(*list);
    } else if (const auto* ints = std::get_if<std::vector<SymInt>>(&value);
               ints != nullptr && ints->empty()) {
      operands.lists.emplace_back();
    } else if (const auto* one = std::get_if<Value*>(&value)) {
      operands.tensors.push_back(*one);
    } else if (const auto* dtype = std::get_if<ScalarType>(&value)) {
      operands.dtype = *dtype;
    } else if (const auto* flag = std::get_if<bool>(&value)) {
      operands.flags.push_back(*flag);
    } else if (!std::holds_alternative<std::string>(value)) {
      return fail(fmt::format("an operand of kind {}, expected tensors",
                              tagged.tag));
    }
  }
  return operands;
}

bool ControlFlowReader::reads(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "higher_order::cond",     "higher_order::while_loop",
      "higher_order::scan",     "higher_order::map_impl",
      "higher_order::map",      "higher_order::wrap_with_autocast"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

Expected<void> ControlFlowReader::read(json::element node,
                                       const std::string& name) {
  ET_ASSIGN(const Operands operands, read_operands(node));
  if (name == "higher_order::cond" && operands.graphs.size() == 2) {
    return read_cond(node, operands);
  }
  if (name == "higher_order::while_loop" && operands.graphs.size() == 2 &&
      operands.lists.size() == 2) {
    return read_while_loop(node, operands);
  }
  if (name == "higher_order::scan" && operands.graphs.size() == 1 &&
      operands.lists.size() == 3) {
    return read_scan(node, operands, false);
  }
  if ((name == "higher_order::map_impl" || name == "higher_order::map") &&
      operands.graphs.size() == 1 && operands.lists.size() == 2) {
    return read_scan(node, operands, true);
  }
  if (name == "higher_order::wrap_with_autocast" &&
      operands.graphs.size() == 1) {
    return read_autocast(node, operands);
  }
  return fail(fmt::format("{} has {} graphs and {} lists of operands", name,
                          operands.graphs.size(), operands.lists.size()));
}

void ControlFlowReader::mark(std::string_view op, std::vector<Argument> args) {
  graph_.insert(nullptr, *find_op(op), std::move(args), {}, nullptr, "");
}

Value* ControlFlowReader::variable(const ValueSpec& spec,
                                   const std::string& name) {
  const bool is_tensor = std::holds_alternative<TensorSpec>(spec);
  return graph_
      .insert(nullptr,
              *find_op(is_tensor ? "executorch_prim::variable.Tensor"
                                 : "executorch_prim::variable.Scalar"),
              {}, {spec}, nullptr, name)
      ->output();
}

void ControlFlowReader::assign(Value* to, Value* from) {
  mark(to->is_tensor() ? "executorch_prim::assign.Tensor"
                       : "executorch_prim::assign.Scalar",
       {to, from});
}

Value* ControlFlowReader::copy(Value* value) {
  if (!value->is_tensor()) {
    Value* kept = variable(value->spec, value->name);
    assign(kept, value);
    return kept;
  }
  return graph_
      .insert(nullptr, *find_op("aten::clone"),
              {Argument(value), Argument(std::monostate{})}, {value->spec},
              nullptr, value->name)
      ->output();
}

void ControlFlowReader::assign_all(const Values& to, const Values& from) {
  Values sources = from;
  for (size_t i = 0; i < sources.size(); ++i) {
    const bool is_variable = std::ranges::find(to, from[i]) != to.end();
    if (is_variable && from[i] != to[i]) {
      sources[i] = copy(from[i]);
    }
  }
  for (size_t i = 0; i < to.size(); ++i) {
    if (sources[i] != to[i]) {
      assign(to[i], sources[i]);
    }
  }
}

/// The bool that a tensor of one element holds.
Value* ControlFlowReader::truth(Value* condition) {
  if (!condition->is_tensor()) {
    return condition;
  }
  return graph_
      .insert(nullptr, *find_op("aten::_local_scalar_dense"),
              {Argument(condition)},
              {ScalarSpec{ScalarSpec::Kind::kBool, SymInt(0), 0}}, nullptr,
              "condition")
      ->output();
}

Expected<ControlFlowReader::Values> ControlFlowReader::output_variables(
    json::element node) {
  ET_ASSIGN(const auto outputs, json::array_member(node, "outputs"));
  Values variables;
  for (const json::element output : outputs) {
    ET_ASSIGN(const json::Tagged tagged, json::tagged(output, "outputs"));
    std::vector<json::element> items{tagged.value};
    if (tagged.tag == "as_tensors") {
      ET_ASSIGN(const auto list, json::as_array(tagged.value, "as_tensors"));
      items.assign(list.begin(), list.end());
    } else if (tagged.tag != "as_tensor") {
      return fail(fmt::format("output kind {}, expected a tensor", tagged.tag));
    }
    for (const json::element item : items) {
      ET_ASSIGN(const std::string name, read_tensor_name(item));
      ET_ASSIGN(const TensorMeta meta, nodes_.tensor_meta(name));
      variables.push_back(variable(meta.spec, name));
      ET_TRY(nodes_.define(name, variables.back()));
    }
  }
  return variables;
}

Expected<ControlFlowReader::Values> ControlFlowReader::inline_graph(
    json::element graph, const Values& inputs,
    std::optional<ScalarType> autocast) {
  NameScope scope;
  scope.ranges = scope_.ranges;
  scope.sym_ints = scope_.sym_ints;
  NodeReader nodes(graph_, scope, tables_, graph);
  nodes.set_autocast(autocast);
  ET_TRY(nodes.read_tables());
  ET_ASSIGN(const auto names, json::array_member(graph, "inputs"));
  if (names.size() != inputs.size()) {
    return fail(fmt::format("a graph of {} inputs is given {}", names.size(),
                            inputs.size()));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    ET_ASSIGN(const json::Tagged tagged,
              json::tagged(names.at(i).value_unsafe(), "inputs"));
    if (tagged.tag != "as_tensor") {
      return fail(fmt::format("input kind {}, expected a tensor", tagged.tag));
    }
    ET_ASSIGN(const std::string name, read_tensor_name(tagged.value));
    ET_TRY(nodes.define(name, inputs[i]));
  }
  ET_ASSIGN(const auto list, json::array_member(graph, "nodes"));
  for (const json::element node : list) {
    ET_TRY(nodes.read(node));
  }
  ET_ASSIGN(const auto outputs, json::array_member(graph, "outputs"));
  Values results;
  for (const json::element output : outputs) {
    ET_ASSIGN(const Argument value, read_argument(output, scope));
    const auto* result = std::get_if<Value*>(&value);
    if (result == nullptr) {
      return fail("a graph gives a literal, expected a tensor");
    }
    results.push_back(*result);
  }
  return results;
}

Expected<void> ControlFlowReader::read_cond(json::element node,
                                            const Operands& operands) {
  const Values inputs = operands.lists.empty() ? Values{} : operands.lists[0];
  ET_ASSIGN(const Values results, output_variables(node));
  if (!operands.flags.empty()) {
    ET_ASSIGN(const Values chosen,
              inline_graph(operands.graphs[operands.flags[0] ? 0 : 1], inputs));
    assign_all(results, chosen);
    return {};
  }
  if (operands.tensors.empty()) {
    return fail("the condition is no tensor and no bool");
  }
  mark("executorch_prim::begin_if", {truth(operands.tensors[0])});
  for (size_t branch = 0; branch < 2; ++branch) {
    ET_ASSIGN(const Values given,
              inline_graph(operands.graphs[branch], inputs));
    if (given.size() != results.size()) {
      return fail(fmt::format("a branch gives {} values, expected {}",
                              given.size(), results.size()));
    }
    assign_all(results, given);
    mark(branch == 0 ? "executorch_prim::begin_else"
                     : "executorch_prim::end_if");
  }
  return {};
}

Expected<void> ControlFlowReader::read_while_loop(json::element node,
                                                  const Operands& operands) {
  const Values& initial = operands.lists[0];
  ET_ASSIGN(const Values carried, output_variables(node));
  if (carried.size() != initial.size()) {
    return fail(fmt::format("the loop carries {} values and gives {}",
                            initial.size(), carried.size()));
  }
  assign_all(carried, initial);
  Values inputs = carried;
  inputs.insert(inputs.end(), operands.lists[1].begin(),
                operands.lists[1].end());
  mark("executorch_prim::begin_loop");
  ET_ASSIGN(const Values condition, inline_graph(operands.graphs[0], inputs));
  if (condition.size() != 1) {
    return fail("the condition of the loop is not one value");
  }
  mark("executorch_prim::exit_loop_unless", {truth(condition[0])});
  ET_ASSIGN(const Values next, inline_graph(operands.graphs[1], inputs));
  if (next.size() != carried.size()) {
    return fail(fmt::format("the loop carries {} values, its body gives {}",
                            carried.size(), next.size()));
  }
  assign_all(carried, next);
  mark("executorch_prim::end_loop");
  return {};
}

Expected<void> ControlFlowReader::read_scan(json::element node,
                                            const Operands& operands,
                                            bool is_map) {
  using Kind = ScalarSpec::Kind;
  const Values initial = is_map ? Values{} : operands.lists[0];
  const Values& sequences = operands.lists[is_map ? 0 : 1];
  const Values& additional = operands.lists[is_map ? 1 : 2];
  if (sequences.empty() || sequences[0]->sizes().empty()) {
    return fail("there is no sequence to go through");
  }
  ET_ASSIGN(const Values results, output_variables(node));
  if (results.size() < initial.size()) {
    return fail(fmt::format("{} values are carried, {} given", initial.size(),
                            results.size()));
  }
  const auto split =
      results.begin() + static_cast<ptrdiff_t>(initial.size());
  const Values carried(results.begin(), split);
  const Values stacked(split, results.end());
  assign_all(carried, initial);
  const SymInt position = SymInt::symbol(
      graph_.unique_name("position"), sequences[0]->sizes()[0].range());
  Value* index = variable(ScalarSpec{Kind::kInt, position, 0}, "position");
  mark("executorch_prim::assign.Scalar", {index, SymInt(0)});
  mark("executorch_prim::begin_loop");
  Value* goes_on =
      graph_
          .insert(nullptr, *find_op("executorch_prim::lt.Scalar"),
                  {Argument(index), sequences[0]->sizes()[0]},
                  {ScalarSpec{Kind::kBool, SymInt(0), 0}}, nullptr, "goes_on")
          ->output();
  mark("executorch_prim::exit_loop_unless", {goes_on});
  Values inputs = carried;
  for (Value* sequence : sequences) {
    TensorSpec spec = sequence->tensor();
    spec.sizes.erase(spec.sizes.begin());
    inputs.push_back(graph_
                         .insert(nullptr, *find_op("aten::select_copy.int"),
                                 {Argument(sequence), SymInt(0), position},
                                 {spec}, nullptr, sequence->name)
                         ->output());
  }
  inputs.insert(inputs.end(), additional.begin(), additional.end());
  ET_ASSIGN(const Values given, inline_graph(operands.graphs[0], inputs));
  if (given.size() != results.size()) {
    return fail(fmt::format("the body gives {} values, expected {}",
                            given.size(), results.size()));
  }
  for (size_t i = 0; i < stacked.size(); ++i) {
    mark("executorch_prim::et_copy_index.tensor",
         {stacked[i], given[initial.size() + i], position});
  }
  assign_all(carried, Values(given.begin(), given.begin() +
                                 static_cast<ptrdiff_t>(initial.size())));
  Value* next =
      graph_
          .insert(nullptr, *find_op("executorch_prim::add.Scalar"),
                  {Argument(index), SymInt(1)},
                  {ScalarSpec{Kind::kInt,
                              SymInt::symbol(graph_.unique_name("next"), {}),
                              0}},
                  nullptr, "next")
          ->output();
  mark("executorch_prim::assign.Scalar", {index, next});
  mark("executorch_prim::end_loop");
  return {};
}

/// (device, dtype, enabled, cache, graph, operands…). Operators of matrices
/// compute in the lower dtype; the others take what they get.
Expected<void> ControlFlowReader::read_autocast(json::element node,
                                                const Operands& operands) {
  const bool enabled = !operands.flags.empty() && operands.flags[0];
  ET_ASSIGN(const Values results,
            inline_graph(operands.graphs[0], operands.tensors,
                         enabled ? operands.dtype : std::nullopt));
  ET_ASSIGN(const auto outputs, json::array_member(node, "outputs"));
  size_t i = 0;
  for (const json::element output : outputs) {
    ET_ASSIGN(const json::Tagged tagged, json::tagged(output, "outputs"));
    ET_ASSIGN(const std::string name, read_tensor_name(tagged.value));
    if (i >= results.size()) {
      return fail("the graph gives fewer values than the node");
    }
    ET_TRY(nodes_.define(name, results[i++]));
  }
  return {};
}

}  // namespace executorch::exir
