#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

#include <unordered_set>

namespace executorch::exir {
namespace {

/// A copy at the end of the graph.
Value* copy_at_end(Graph& graph, Value* value) {
  const OpInfo& clone = *find_op("aten::clone");
  return graph
      .insert(nullptr, clone, {Argument(value), Argument(std::monostate{})},
              {value->spec}, nullptr, value->name)
      ->output();
}

}  // namespace

/// Every tensor that a program returns or writes back is memory of its own: an
/// input, a constant, a buffer or a value returned before is copied, so that a
/// caller who writes into one output changes nothing else.
Expected<bool> isolate_outputs_pass(Graph& graph) {
  std::unordered_set<const Value*> returned;
  bool changed = false;
  for (GraphOutput& output : graph.outputs()) {
    auto* value = std::get_if<Value*>(&output.value);
    if (value == nullptr || *value == nullptr || !(*value)->is_tensor() ||
        output.kind != GraphOutput::Kind::kUser) {
      continue;
    }
    const bool is_own = (*value)->kind == Value::Kind::kNodeOutput;
    if (!is_own || !returned.insert(*value).second) {
      *value = copy_at_end(graph, *value);
      changed = true;
    }
  }
  return changed;
}

}  // namespace executorch::exir
