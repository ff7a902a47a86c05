#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/backends/engine/executable.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz_target.h"

namespace {

using executorch::backends::engine::Executable;
using executorch::backends::engine::Graph;
using executorch::backends::engine::ValueId;
using executorch::backends::mps::BuiltGraph;
using executorch::backends::mps::Payload;

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

/// Runs with inputs of ones bytes: small integers and tiny floats.
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

/// A payload of the MPS delegate: read, checked, built, and run if it is small.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  executorch::runtime::runtime_init();
  std::vector<uint64_t> aligned(size / sizeof(uint64_t) + 1);
  std::memcpy(aligned.data(), data, size);
  const auto payload = Payload::parse(aligned.data(), size);
  if (!payload.ok()) {
    return 0;
  }
  const auto inputs = executorch::backends::mps::declared_inputs(*payload);
  if (!inputs.ok()) {
    return 0;
  }
  const auto built = executorch::backends::mps::build_graph(*payload, *inputs);
  if (built.ok() && total_nbytes(built->graph) <= kMaxNbytes) {
    run(built->graph);
  }
  return 0;
}
