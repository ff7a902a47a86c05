#pragma once

#include <executorch/exir/import/node_reader.h>

#include <string>

namespace executorch::exir {

/// Reads nodes of torch.ops.higher_order: cond, while_loop, map, scan, and
/// regions with autocast. Their graphs become nodes of the same list, between
/// the marks of ops/prim_ops.def; what they give is assigned to variables.
class ControlFlowReader {
 public:
  ControlFlowReader(Graph& graph, NameScope& scope, const TensorTables& tables,
                    NodeReader& nodes)
      : graph_(graph), scope_(scope), tables_(tables), nodes_(nodes) {}

  /// True for the names of the operators above, "higher_order::cond".
  static bool reads(std::string_view name);

  Expected<void> read(json::element node, const std::string& name);

 private:
  using Values = std::vector<Value*>;
  struct Operands;

  Expected<Operands> read_operands(json::element node) const;
  Expected<void> read_cond(json::element node, const Operands& operands);
  Expected<void> read_while_loop(json::element node, const Operands& operands);
  /// map has no carried values: every result is stacked.
  Expected<void> read_scan(json::element node, const Operands& operands,
                           bool is_map);
  Expected<void> read_autocast(json::element node, const Operands& operands);
  /// Adds the nodes of a graph for these inputs, and gives its results.
  Expected<Values> inline_graph(json::element graph, const Values& inputs,
                                std::optional<ScalarType> autocast = {});

  /// Variables for the node's outputs, by their names.
  Expected<Values> output_variables(json::element node);
  Value* variable(const ValueSpec& spec, const std::string& name);
  void assign(Value* to, Value* from);
  /// All at once: no value assigned is one of the variables.
  void assign_all(const Values& to, const Values& from);
  void mark(std::string_view op, std::vector<Argument> args = {});
  Value* copy(Value* value);
  Value* truth(Value* condition);

  Graph& graph_;
  NameScope& scope_;
  const TensorTables& tables_;
  NodeReader& nodes_;
};

}  // namespace executorch::exir
