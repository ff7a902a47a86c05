#pragma once

#include <executorch/backends/engine/executable.h>

#include <memory>

namespace executorch {
namespace backends {
namespace mps {

/// Engine graphs on the GPU. Plain C++, for callers that are.
struct MPSExecutor {
  /// Whether the machine has a Metal device.
  static bool isAvailable();

  /// Compiles an MPSGraph. Inputs and outputs of an execution are shared with
  /// the GPU where they are whole pages, and copied otherwise. Constants of
  /// more than one element must outlive the executable.
  ///
  /// @retval Error::NotFound There is no Metal device.
  /// @retval Error::NotSupported MPSGraph cannot compute a node exactly.
  /// @retval Error::Internal MPSGraph does not compile the graph.
  /// @retval Error::MemoryAllocationFailed The device has no memory. Also when
  ///     it is executed.
  ///
  /// Weights are packed by MPSGraph, which keeps them itself: options are
  /// not used.
  ///
  /// An execution returns, beyond what engine::Executable says,
  /// Error::Internal where the GPU reports a fault.
  static engine::Result<std::unique_ptr<engine::Executable>> compile(
      const engine::Graph& graph, const engine::CompileOptions& options = {});
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
