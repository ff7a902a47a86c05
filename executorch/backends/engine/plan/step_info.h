#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/plan/memory_plan.h>

namespace executorch {
namespace backends {
namespace engine {

/// The largest number where the sum would be larger: files say the sizes.
int64_t saturated_sum(int64_t a, int64_t b);
/// Operands and the first result.
int64_t nbytes_of(const NodeView& view);

/// What a node is called, and how much work it is.
StepInfo info_of(const PlannedNode& node);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
