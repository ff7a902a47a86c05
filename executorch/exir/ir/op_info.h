#pragma once

#include <executorch/exir/ir/graph.h>
#include <executorch/ops/schema.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace executorch::exir {

class Rewriter;

/// Specs of a node's outputs from its arguments; a rule of ops/*.def.
using ShapeRule = Expected<std::vector<ValueSpec>> (*)(const Node&);

/// Replacement of a node by nodes of other operators: returns one value for
/// each output, or an empty list after Rewriter::refuse.
using Decomposition = std::vector<Value*> (*)(Rewriter&, const Node&);

/// What the compiler knows of one operator: its row in ops/*.def.
struct OpInfo {
  ops::Schema schema;
  std::string out_name;       ///< "aten::add.out", empty without an out form
  ShapeRule infer = nullptr;  ///< null: only the export knows
  Decomposition decompose = nullptr;  ///< null: stays as it is
  bool is_pointwise = false;  ///< result element i reads operand element i only
  bool is_random = false;     ///< another result each time
  bool has_kernel = false;
  bool is_control = false;  ///< a row of control_flow.def

  /// First and last mark of a branch or loop, and of a loop alone.
  bool opens_region() const {
    return is_control && schema.name.starts_with("begin_") && !is_else();
  }
  bool closes_region() const {
    return is_control && schema.name.starts_with("end_");
  }
  bool is_else() const { return is_control && schema.name == "begin_else"; }
  bool is_loop_mark() const {
    return is_control && schema.name.ends_with("_loop");
  }
  bool is_variable() const { return is_control && schema.name == "variable"; }
  bool is_delegate_call() const {
    return is_control && schema.name == "call_delegate";
  }

  /// `add_`; not `__and__`.
  bool is_in_place() const {
    return schema.name.back() == '_' && !schema.name.ends_with("__");
  }
  /// The result may share memory with the first argument.
  bool is_view() const {
    return !schema.returns.empty() && schema.returns[0].is_alias &&
           !is_in_place();
  }
};

/// All rows, in table order.
std::span<const OpInfo> all_ops();

/// The row of "aten::add.Tensor" (default overloads without suffix), or null.
const OpInfo* find_op(std::string_view qualified_name);

/// The in-place form of an operator of the table, "aten::add_.Tensor", made
/// from the functional row: the first argument is changed and returned. Null
/// if there is no such row.
const OpInfo* find_in_place_op(std::string_view qualified_name);

/// The functional operator that an in-place one stands for, or null.
const OpInfo* functional_form(const OpInfo& in_place);

}  // namespace executorch::exir
