// Linked into tests of the engine, this makes the emulated GPU run their graphs
// too.
#include <executorch/backends/apple/mps/runtime/metal/MPSExecutor.h>
#include <executorch/backends/engine/test/run_graph.h>

namespace executorch::backends::engine::testing {
namespace {

[[maybe_unused]] const bool kInstalled = [] {
  other_runtime().compile = mps::MPSExecutor::compile;
#ifdef MPS_TEST_DEEP_GRAPHS
  // Errors add up from node to node.
  other_runtime().float_tolerance = 1e-3f;
  other_runtime().half_tolerance = 2e-2f;
#endif
  return true;
}();

}  // namespace
}  // namespace executorch::backends::engine::testing
