#pragma once

#include <executorch/exir/ir/graph.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace executorch::exir {

/// Memory that one or more values share, alive from the instruction `first`
/// to the instruction `last` (inputs: from 0; outputs: to the end).
struct Storage {
  uint64_t nbytes = 0;
  size_t first = 0;
  size_t last = 0;
  bool is_input = false;
};

struct Storages {
  std::vector<Storage> list;
  std::unordered_map<const Value*, size_t> of_value;  ///< index into `list`
  /// Values in the memory of a mutable buffer, which lives between calls.
  std::unordered_map<const Value*, const Value*> state_of_value;
};

/// Decides which values share memory. Constants have none.
Expected<Storages> assign_storages(const Graph& graph);

}  // namespace executorch::exir
