#pragma once

#include <executorch/exir/ir/graph.h>

#include <optional>
#include <string>
#include <vector>

namespace executorch::exir {

/// The only way for a pass to change a graph. New nodes are put before the
/// insertion point, carry its source line, and get their specs from the shape
/// rules. The first refusal is kept: after it, calls return a placeholder and
/// change nothing, so that a decomposition reads as plain expressions.
class Rewriter {
 public:
  explicit Rewriter(Graph& graph) : graph_(graph) {}

  Graph& graph() { return graph_; }
  bool changed() const { return changed_; }
  const std::optional<Diagnostic>& error() const { return error_; }

  /// New nodes go before `node` and take its source line.
  void set_insertion_point(const Node* node);

  /// Adds an operator by its qualified name. `args` are the leading arguments
  /// of the schema; the others take their defaults.
  Value* call(std::string_view op, std::vector<Argument> args);
  /// The same with all outputs.
  std::vector<Value*> call_all(std::string_view op,
                               std::vector<Argument> args);

  /// The same where only the export knows the results: their specs are given.
  std::vector<Value*> call_with_specs(std::string_view op,
                                      std::vector<Argument> args,
                                      std::vector<ValueSpec> specs);

  /// Refuses the node at the insertion point.
  std::vector<Value*> refuse(std::string message);

  /// Replaces each output of `node` and erases it. Dtype, rank and constant
  /// sizes must be those of the outputs replaced.
  void replace(Node* node, const std::vector<Value*>& values);
  /// Erases a node whose outputs are not used.
  void erase(Node* node);
  void replace_all_uses(Value* from, Value* to);
  void set_arg(Node* node, size_t i, Argument argument);
  /// A new constant that owns its bytes or shares them.
  Value* add_constant(const std::string& name_hint, TensorSpec spec,
                      ConstantData data);

 private:
  Value* placeholder();

  Graph& graph_;
  Node* point_ = nullptr;
  SourceLocationPtr location_;
  std::string name_hint_;
  bool changed_ = false;
  std::optional<Diagnostic> error_;
  Value placeholder_;
};



}  // namespace executorch::exir
