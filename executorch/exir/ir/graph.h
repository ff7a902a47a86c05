#pragma once

#include <executorch/exir/ir/diagnostic.h>
#include <executorch/exir/ir/sym_int.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace executorch::exir {

using aten::MemoryFormat;
using aten::ScalarType;

class Graph;
class Node;
struct OpInfo;

/// A tensor as the compiler knows it: element type and sizes.
struct TensorSpec {
  ScalarType dtype = ScalarType::Float;
  std::vector<SymInt> sizes;
  /// Dimensions from the outermost in memory to the innermost. Empty for
  /// row-major, which all tensors are but the inputs of a program.
  std::vector<uint8_t> dim_order = {};

  bool is_static() const;
  /// Bytes at the upper bound of every size; nothing if unbounded or beyond
  /// 63 bits.
  std::optional<int64_t> max_nbytes() const;
  /// `f32[s0, 3, 8]`.
  std::string str() const;
};

/// Scalars that are values of a graph.
struct ScalarSpec {
  enum class Kind { kInt, kFloat, kBool, kNone, kString };
  Kind kind = Kind::kInt;
  SymInt sym;         ///< of kInt: the value as an expression of symbols
  double number = 0;  ///< of kFloat and kBool: the value that the export fixed

  std::string str() const;
};

using ValueSpec = std::variant<TensorSpec, ScalarSpec>;

/// Bytes of a constant, row-major and dense, and what keeps them alive (a
/// mapped archive or an own allocation).
struct ConstantData {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
  bool is_mapped = false;  ///< pages of a file, which can be read again
};

/// Part of a graph that a backend of the runtime computes.
struct Delegate {
  struct Option {
    std::string key;
    std::vector<std::byte> value;
  };
  /// A constant that the program keeps and hands over at each call.
  struct Constant {
    TensorSpec spec;
    ConstantData data;
  };
  /// A constant that the payload names, and that is found by this name when
  /// the program is loaded.
  struct NamedConstant {
    std::string key;
    ConstantData data;
  };

  std::string backend_id;
  std::vector<ConstantData> payload;  ///< pieces, one after the other
  std::vector<Option> compile_specs;
  std::vector<Constant> constants;  ///< arguments, behind the region's inputs
  std::vector<NamedConstant> named_constants;
  /// What went into it, for reports.
  size_t n_nodes = 0;
  int64_t multiply_adds = 0;
};

/// One SSA value.
struct Value {
  enum class Kind {
    kNodeOutput,
    kUserInput,
    kConstant,       ///< has `data`
    kMutableBuffer,  ///< has `data`: its initial value
  };

  Kind kind = Kind::kNodeOutput;
  std::string name;  ///< unique in its graph
  ValueSpec spec;
  Node* producer = nullptr;  ///< of a node output
  ConstantData data;
  std::string fqn;  ///< name in the user's module, of constants and buffers
  std::vector<Node*> users;  ///< one entry for each use

  bool is_tensor() const { return std::holds_alternative<TensorSpec>(spec); }
  const TensorSpec& tensor() const { return std::get<TensorSpec>(spec); }
  TensorSpec& tensor() { return std::get<TensorSpec>(spec); }
  bool is_constant() const { return kind == Kind::kConstant; }
  /// What constants are called outside of the graph: the name in the user's
  /// module, or that of the graph for what the compiler made.
  const std::string& data_name() const { return fqn.empty() ? name : fqn; }
  const std::vector<SymInt>& sizes() const { return tensor().sizes; }
  ScalarType dtype() const { return tensor().dtype; }
};

/// One argument of a node. Integers are SymInts; a tensor list may hold null
/// for an absent element.
using Argument =
    std::variant<std::monostate, Value*, SymInt, double, bool, std::string,
                 ScalarType, MemoryFormat, std::vector<SymInt>,
                 std::vector<double>, std::vector<bool>, std::vector<Value*>>;

/// An operator applied to arguments in the order of its schema, every slot
/// filled (defaults included).
class Node {
 public:
  const OpInfo& op() const { return *op_; }
  const std::vector<Argument>& args() const { return args_; }
  const std::vector<Value*>& outputs() const { return outputs_; }
  const SourceLocationPtr& location() const { return location_; }
  Graph& graph() const { return *graph_; }

  Value* output(size_t i = 0) const { return outputs_[i]; }
  /// Argument by the schema's name; the name must exist.
  const Argument& arg(std::string_view name) const;
  /// The same, of a known kind; the verifier has checked the kinds.
  Value* tensor(std::string_view name) const;
  Value* optional_tensor(std::string_view name) const;
  const std::vector<SymInt>& ints(std::string_view name) const;
  SymInt sym_int(std::string_view name) const;
  int64_t int_value(std::string_view name) const;
  bool bool_value(std::string_view name) const;
  /// A Scalar, float or int argument as a double.
  double number(std::string_view name) const;
  bool is_none(std::string_view name) const;

  void set_arg(size_t i, Argument argument);

 private:
  friend class Graph;
  Node() = default;

  Graph* graph_ = nullptr;
  const OpInfo* op_ = nullptr;
  std::vector<Argument> args_;
  std::vector<Value*> outputs_;
  SourceLocationPtr location_;
  std::list<std::unique_ptr<Node>>::iterator position_;
};

/// An output of the graph: what it returns, or a buffer or input that it
/// leaves changed.
struct GraphOutput {
  enum class Kind { kUser, kBufferMutation, kInputMutation };

  Kind kind = Kind::kUser;
  Argument value;           ///< a Value*, a literal, or nothing for None
  Value* target = nullptr;  ///< of mutations: the buffer or input
};

/// Owns nodes and values. Nodes are in execution order; every value is
/// defined before its uses.
class Graph {
 public:
  using NodeList = std::list<std::unique_ptr<Node>>;

  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const NodeList& nodes() const { return nodes_; }
  const std::vector<Value*>& inputs() const { return inputs_; }
  const std::vector<Value*>& constants() const { return constants_; }
  /// Called by nodes whose operator is call_delegate.
  std::vector<Delegate>& delegates() { return delegates_; }
  const std::vector<Delegate>& delegates() const { return delegates_; }
  std::vector<GraphOutput>& outputs() { return outputs_; }
  const std::vector<GraphOutput>& outputs() const { return outputs_; }

  Value* add_input(std::string name, ValueSpec spec);
  Value* add_constant(std::string name, TensorSpec spec, ConstantData data,
                      Value::Kind kind = Value::Kind::kConstant);
  /// Puts a node before `before` (null: at the end).
  Node* insert(Node* before, const OpInfo& op, std::vector<Argument> args,
               std::vector<ValueSpec> specs, SourceLocationPtr location,
               std::string name_hint);
  /// Gives a node its outputs once their specs are known.
  void set_outputs(Node* node, std::vector<ValueSpec> specs,
                   const std::string& name_hint);
  void replace_all_uses(Value* from, Value* to);
  void erase(Node* node);
  /// Puts a node before `before` (null: at the end), its values unchanged.
  void move(Node* node, Node* before);
  /// Removes constants (not buffers) that nothing uses.
  void erase_unused_constants();
  /// Users outside of nodes: entries of outputs().
  bool is_output(const Value* value) const;
  bool is_unused(const Value* value) const {
    return value->users.empty() && !is_output(value);
  }
  /// Node after `node`, or null.
  Node* next(const Node* node) const;
  std::string unique_name(const std::string& hint);

 private:
  friend class Node;
  Value* new_value(std::string name, ValueSpec spec, Value::Kind kind);
  static void remove_user(Value* value, Node* user);

  NodeList nodes_;
  std::vector<std::unique_ptr<Value>> values_;
  std::vector<Value*> inputs_;
  std::vector<Value*> constants_;
  std::vector<GraphOutput> outputs_;
  std::vector<Delegate> delegates_;
  std::unordered_map<std::string, size_t> name_counts_;
};

/// Calls `visit(Value*)` for each value that the argument names.
template <class Visitor>
void for_each_value(const Argument& argument, const Visitor& visit) {
  if (const auto* value = std::get_if<Value*>(&argument)) {
    if (*value != nullptr) {
      visit(*value);
    }
  } else if (const auto* list = std::get_if<std::vector<Value*>>(&argument)) {
    for (Value* value : *list) {
      if (value != nullptr) {
        visit(value);
      }
    }
  }
}

/// Sizes of `value` as constants, or nothing if one is symbolic.
std::optional<std::vector<int64_t>> static_sizes(const Value& value);

/// The diagnostic of `message` on `node`, with its text and source line.
Diagnostic diagnose(const Node& node, std::string message);

}  // namespace executorch::exir
