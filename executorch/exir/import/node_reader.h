#pragma once

#include <executorch/exir/import/argument_reader.h>
#include <executorch/exir/import/json.h>
#include <executorch/exir/import/number_arguments.h>
#include <executorch/exir/import/tensor_tables.h>
#include <executorch/exir/ir/graph.h>
#include <executorch/exir/ir/op_info.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace executorch::exir {

/// Reads the nodes of one graph of the export into `graph`, and the entries of
/// its value tables that they name. `scope` receives every value defined.
class NodeReader {
 public:
  NodeReader(Graph& graph, NameScope& scope, const TensorTables& tables,
             json::element graph_document)
      : graph_(graph),
        scope_(scope),
        tables_(tables),
        document_(graph_document) {}

  /// The integers of `sym_int_values` and the sizes of `tensor_values`.
  Expected<void> read_tables();
  /// Adds a node, or does what a node that only checks or names sizes asks
  /// for. Errors carry the node's name and its source line.
  Expected<void> read(json::element node);
  /// Name of a node's operator if there is no row for it, nor anything else
  /// that reads it.
  static std::optional<std::string> unsupported_operator(json::element node);
  /// Spec and strides of a tensor by its name.
  Expected<TensorMeta> tensor_meta(const std::string& name) const;
  /// Makes `name` stand for `value`; fails if it does already for another.
  Expected<void> define(const std::string& name, Value* value);
  /// Operators of matrices take their float operands as this dtype.
  void set_autocast(std::optional<ScalarType> dtype) { autocast_ = dtype; }
  /// Makes `name` stand for the parts of a stored tensor subclass; nodes take
  /// them out by their attributes' names.
  void define_subclass(const std::string& name, const std::string& fqn) {
    subclasses_[name] = fqn;
  }

 private:
  using Slots = std::vector<std::optional<Argument>>;

  struct Outputs {
    std::vector<std::string> names;
    std::vector<ValueSpec> specs;
    bool is_list = false;  ///< one output of the operator, a list of tensors
  };

  Expected<void> read_operator(json::element node, const std::string& name,
                               const json::array& outputs);
  Expected<void> read_subclass_part(json::element node,
                                    const json::array& outputs);
  Expected<void> read_square_root(const Argument& number,
                                  const json::array& outputs);
  Expected<void> bound_sizes(const SymRange& bound,
                             const json::array& outputs);
  bool concerns_layout(json::element node, const std::string& name,
                       const json::array& outputs);
  void cast_operands(std::string_view op, std::vector<Argument>& args);
  Expected<void> read_check(const std::string& name,
                            const std::vector<NamedArgument>& args);
  Expected<std::vector<NamedArgument>> read_arguments(json::element node) const;
  Expected<Outputs> read_outputs(const json::array& outputs) const;
  Expected<void> add_tensor_output(json::element value, Outputs& outputs) const;
  /// Arguments in the order of the schema, defaults included.
  Expected<std::vector<Argument>> fit(const OpInfo& op,
                                      std::vector<NamedArgument> args,
                                      const Outputs& outputs);
  Graph& graph_;
  NameScope& scope_;
  const TensorTables& tables_;
  std::map<std::string, std::string> subclasses_;  ///< names of the archive
  json::element document_;
  json::object tensor_values_;
  std::optional<ScalarType> autocast_;
  std::set<std::string> layout_numbers_;  ///< numbers made of storage offsets
};

}  // namespace executorch::exir
