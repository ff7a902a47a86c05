#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

namespace executorch::exir {
namespace {

bool is_mutation(const GraphOutput& output) {
  return output.kind != GraphOutput::Kind::kUser;
}

/// The new content of one buffer may be read from another buffer's old one.
Value* separate_from_state(Graph& graph, Value* value) {
  if (value->kind == Value::Kind::kNodeOutput) {
    return value;
  }
  return graph
      .insert(nullptr, *find_op("aten::clone"),
              {Argument(value), Argument(std::monostate{})}, {value->spec},
              nullptr, value->name)
      ->output();
}

}  // namespace

/// The mutations of buffers and inputs become copies at the end of the program.
Expected<bool> write_back_pass(Graph& graph) {
  std::vector<std::pair<Value*, Value*>> writes;
  for (const GraphOutput& output : graph.outputs()) {
    if (!is_mutation(output)) {
      continue;
    }
    Value* value = std::get<Value*>(output.value);
    if (value != output.target) {
      writes.emplace_back(output.target, separate_from_state(graph, value));
    }
  }
  for (const auto& [target, value] : writes) {
    graph.insert(nullptr, *find_op("aten::copy_"),
                 {Argument(target), Argument(value), Argument(false)},
                 {target->spec}, nullptr, target->name + "_written");
  }
  std::erase_if(graph.outputs(), is_mutation);
  return !writes.empty();
}

}  // namespace executorch::exir
