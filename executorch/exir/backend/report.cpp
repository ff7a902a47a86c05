#include <executorch/exir/backend/report.h>

#include <executorch/exir/backend/work.h>
#include <executorch/exir/ir/op_info.h>
#include <fmt/format.h>

#include <map>
#include <utility>

namespace executorch::exir {
namespace {

struct Group {
  size_t count = 0;
  const Node* first = nullptr;
};

using Groups = std::map<std::pair<std::string, std::string>, Group>;

std::string reason_for_staying(const Node& node, const Backend& backend) {
  return backend.reason_against(node).value_or(
      "accepted, in a region that only rearranges elements");
}

std::string describe(const Groups& groups) {
  std::string text;
  for (const auto& [key, group] : groups) {
    const SourceLocationPtr& location = group.first->location();
    const std::string frame =
        location == nullptr ? "" : location->innermost_frame();
    text += fmt::format("  {} x {}: {}{}\n", group.count, key.first, key.second,
                        frame.empty() ? "" : "\n      at " + frame);
  }
  return text;
}

std::string describe(const Delegate& delegate, size_t index) {
  size_t nbytes = 0;
  for (const ConstantData& piece : delegate.payload) {
    nbytes += piece.bytes.size();
  }
  return fmt::format(
      "  delegate {} ({}): {} nodes, {} multiply-adds, payload of {} bytes\n",
      index, delegate.backend_id, delegate.n_nodes, delegate.multiply_adds,
      nbytes);
}

}  // namespace

std::string partition_report(const Graph& graph, const Backend& backend) {
  Groups groups;
  size_t n_left = 0;
  int64_t work_left = 0;
  for (const auto& node : graph.nodes()) {
    if (node->op().is_control) {
      continue;
    }
    ++n_left;
    work_left += multiply_adds(*node);
    Group& group = groups[{node->op().schema.qualified_name(),
                           reason_for_staying(*node, backend)}];
    group.first = group.count++ == 0 ? node.get() : group.first;
  }
  std::string delegates;
  size_t n_delegated = 0;
  int64_t work_delegated = 0;
  for (size_t i = 0; i < graph.delegates().size(); ++i) {
    const Delegate& delegate = graph.delegates()[i];
    n_delegated += delegate.n_nodes;
    work_delegated += delegate.multiply_adds;
    delegates += describe(delegate, i);
  }
  const int64_t work = work_delegated + work_left;
  const double share = work == 0 ? 100.0
                                 : 100.0 * static_cast<double>(work_delegated) /
                                       static_cast<double>(work);
  return fmt::format(
      "{} of {} nodes delegated, {:.2f} % of {} multiply-adds\n{}{}{}",
      n_delegated, n_delegated + n_left, share, work, delegates,
      groups.empty() ? "" : "left to portable kernels:\n", describe(groups));
}

}  // namespace executorch::exir
