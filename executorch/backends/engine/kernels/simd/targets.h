#pragma once

#include <cstdint>

namespace executorch {
namespace backends {
namespace engine {
namespace simd {

/// The instruction sets of which kernels choose the best: a bit for each, the
/// same for the same kind of CPU.
uint64_t cpu_targets();

}  // namespace simd
}  // namespace engine
}  // namespace backends
}  // namespace executorch
