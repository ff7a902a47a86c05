#include "run_graph.h"

#include <executorch/backends/engine/executable.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using executorch::backends::engine::Executable;
using executorch::backends::engine::Graph;
using executorch::backends::engine::ValueId;

/// Graphs above this are read and checked, but not run.
constexpr size_t kMaxNbytes = size_t{1} << 22;

size_t total_nbytes(const Graph& graph) {
  size_t total = 0;
  for (const auto& value : graph.values()) {
    if (__builtin_add_overflow(total, value.type.nbytes(), &total)) {
      return SIZE_MAX;
    }
  }
  return total;
}

void run(const Graph& graph) {
  const auto executable = Executable::compile(graph);
  if (!executable.ok()) {
    return;
  }
  std::vector<std::vector<uint64_t>> memory;
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  const auto add = [&](ValueId id) {
    memory.emplace_back(graph.type(id).nbytes() / sizeof(uint64_t) + 1,
                        0x0101010101010101u);
    return memory.back().data();
  };
  memory.reserve(graph.inputs().size() + graph.outputs().size());
  for (const ValueId id : graph.inputs()) {
    inputs.push_back(add(id));
  }
  for (const ValueId id : graph.outputs()) {
    outputs.push_back(add(id));
  }
  static_cast<void>((*executable)
                        ->execute({inputs.data(), inputs.size()},
                                  {outputs.data(), outputs.size()}));
}

}  // namespace

void run_if_small(const Graph& graph) {
  if (total_nbytes(graph) <= kMaxNbytes) {
    run(graph);
  }
}
