#pragma once

#include <executorch/backends/engine/executable.h>
#include <executorch/backends/engine/plan/memory_plan.h>

namespace executorch {
namespace backends {
namespace engine {

/// What a node is called, and how much work it is.
StepInfo info_of(const PlannedNode& node);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
