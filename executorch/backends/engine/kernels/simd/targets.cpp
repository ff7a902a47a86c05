#include <executorch/backends/engine/kernels/simd/targets.h>

#include <hwy/targets.h>

namespace executorch::backends::engine::simd {

uint64_t cpu_targets() {
  return static_cast<uint64_t>(hwy::SupportedTargets());
}

}  // namespace executorch::backends::engine::simd
