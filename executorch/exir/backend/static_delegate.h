#pragma once

#include <executorch/exir/backend/backend.h>
#include <executorch/exir/backend/static_nodes.h>

#include <string>

namespace executorch::exir {

/// Writes a region with `writer`, node by node; `visit(writer, node)` gives the
/// Refusal of a node. `undefined()` of the writer is a value that was read and
/// that no node has written.
template <typename Writer, typename Visit>
Expected<void> write_region(const Region& region, Writer& writer,
                            const Visit& visit) {
  writer.set_inputs(region.inputs);
  for (const Node* node : region.nodes) {
    if (const Refusal refusal = visit(writer, *node)) {
      return fail(diagnose(*node, *refusal));
    }
    if (writer.undefined() != nullptr) {
      return fail(diagnose(
          *node, "reads %" + writer.undefined()->name +
                     ", which no node of the delegate has computed before"));
    }
  }
  return {};
}

}  // namespace executorch::exir
