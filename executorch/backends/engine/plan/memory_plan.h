#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/kernels/kernel.h>
#include <executorch/backends/engine/plan/constants.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// A node that has work to do when the graph runs.
struct PlannedNode {
  const Node* node;
  NodeView view;
  std::unique_ptr<Kernel> kernel;
  StepInfo info = {};
};

/// Where the bytes of a value are.
struct Location {
  enum class Kind : uint8_t { kNone, kInput, kConstant, kArena, kOutput };
  Kind kind = Kind::kNone;
  size_t index = 0;  ///< of the input or output, or the offset in the arena
};

/// Where everything is. Reshaped values are where their operand is; results of
/// pointwise operators are where an operand is that nothing reads after them;
/// what the graph returns is where the caller wants it.
struct MemoryPlan {
  struct Copy {
    ValueId from;
    size_t output;
  };

  std::vector<Location> values;
  std::vector<size_t> scratch_offsets;  ///< by planned node
  std::vector<Copy> copies;  ///< outputs that no node writes, done last
  size_t arena_nbytes = 0;

  /// @retval Error::MemoryAllocationFailed The sizes overflow.
  static Result<MemoryPlan> make(const Graph& graph, const Constants& constants,
                                 const std::vector<PlannedNode>& nodes);
};

}  // namespace engine
}  // namespace backends
}  // namespace executorch
