#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/ir/rewriter.h>
#include <executorch/exir/passes/pass.h>

#include <algorithm>
#include <string>
#include <vector>

namespace executorch::exir {
namespace {

/// True if an output has a size, or is an integer, that no argument tells:
/// expressions elsewhere may use it.
bool defines_symbols(const Node& node) {
  std::vector<std::string> known;
  std::vector<std::string> symbols;
  const auto collect = [](const Value& value, std::vector<std::string>& names) {
    if (value.is_tensor()) {
      for (const SymInt& size : value.sizes()) {
        collect_symbols(size, names);
      }
    } else {
      collect_symbols(std::get<ScalarSpec>(value.spec).sym, names);
    }
  };
  for (const Value* output : node.outputs()) {
    collect(*output, symbols);
  }
  if (symbols.empty()) {
    return false;
  }
  for (const Argument& argument : node.args()) {
    for_each_value(argument, [&](Value* value) { collect(*value, known); });
    if (const auto* size = std::get_if<SymInt>(&argument)) {
      collect_symbols(*size, known);
    } else if (const auto* sizes = std::get_if<std::vector<SymInt>>(&argument)) {
      for (const SymInt& item : *sizes) {
        collect_symbols(item, known);
      }
    }
  }
  return !std::ranges::all_of(symbols, [&](const std::string& name) {
    return std::ranges::find(known, name) != known.end();
  });
}

bool is_dead(const Graph& graph, const Node& node) {
  return !node.op().is_in_place() && !node.outputs().empty() &&
         !defines_symbols(node) &&
         std::all_of(node.outputs().begin(), node.outputs().end(),
                     [&](Value* value) { return graph.is_unused(value); });
}

}  // namespace

Expected<bool> remove_dead_code_pass(Graph& graph) {
  Rewriter rewriter(graph);
  for (auto it = graph.nodes().end(); it != graph.nodes().begin();) {
    --it;
    if (is_dead(graph, **it)) {
      Node* node = (it++)->get();
      rewriter.erase(node);
    }
  }
  graph.erase_unused_constants();
  return rewriter.changed();
}

}  // namespace executorch::exir
