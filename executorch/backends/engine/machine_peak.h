#pragma once

#include <cstddef>

namespace executorch {
namespace backends {
namespace engine {

/// What a CPU does at most, as measured.
struct MachinePeak {
  /// Multiplications and additions of float32, two for a multiply-add.
  double flops_per_second = 0;
  /// Read from memory, of buffers that no second-level cache holds. Operands
  /// that are in a cache come faster.
  double bytes_per_second = 0;
};

/// Measures for some 0.1 s on so many threads of the pool, the calling one
/// among them.
MachinePeak measure_machine_peak(size_t n_threads);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
