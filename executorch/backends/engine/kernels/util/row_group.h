#pragma once

#include <executorch/backends/engine/kernels/kernel.h>

#include <vector>

namespace executorch {
namespace backends {
namespace engine {

/// One of the kernels of a group: each but the first reads the result of the
/// one in front of it as operand 0.
struct RowStage {
  static constexpr size_t kMaxOperands = 16;
  std::unique_ptr<Kernel> kernel;
  /// Operands of the group that are its own, by operand; kPrevious: see above.
  std::vector<size_t> inputs;
  int64_t rows = 0;  ///< of the result, [1, rows, ..]
  size_t row_nbytes = 0;

  static constexpr size_t kPrevious = SIZE_MAX;
};

/// Runs kernels one after the other for a band of rows, then for the next, so
/// that what is between them stays in the cache and is never a whole tensor.
///
/// @param[in] multiply_adds Of all stages.
std::unique_ptr<Kernel> make_row_group(std::vector<RowStage> stages,
                                       size_t multiply_adds);

}  // namespace engine
}  // namespace backends
}  // namespace executorch
