#include <executorch/backends/apple/mps/runtime/graph/build_graph.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz_target.h"
#include "run_graph.h"

namespace {

using executorch::backends::mps::Payload;

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
  if (built.ok()) {
    run_if_small(built->graph);
  }
  return 0;
}
