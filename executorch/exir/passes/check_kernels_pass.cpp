#include <executorch/exir/ir/op_info.h>
#include <executorch/exir/passes/pass.h>

#include <set>

namespace executorch::exir {

/// Refuses a graph with operators that no kernel of the runtime computes,
/// naming each of them once.
Expected<bool> check_kernels_pass(Graph& graph) {
  std::set<std::string> missing;
  const Node* first = nullptr;
  for (const auto& node : graph.nodes()) {
    if (node->op().is_control) {
      continue;
    }
    if (!node->op().has_kernel || node->op().out_name.empty()) {
      first = first == nullptr ? node.get() : first;
      missing.insert(node->op().schema.qualified_name());
    }
  }
  if (first == nullptr) {
    return false;
  }
  Diagnostic error =
      diagnose(*first, "the operator has no kernel and no decomposition");
  for (const std::string& name : missing) {
    error.notes.push_back("no kernel: " + name);
  }
  return fail(std::move(error));
}

}  // namespace executorch::exir
