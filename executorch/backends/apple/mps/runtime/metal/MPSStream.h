#pragma once

#import <Metal/Metal.h>
#import <MetalPerformanceShaders/MetalPerformanceShaders.h>

#include <executorch/backends/apple/mps/runtime/metal/MPSDevice.h>
#include <executorch/runtime/core/result.h>

namespace executorch {
namespace backends {
namespace mps {

/// A queue of the GPU.
class MPSStream {
 public:
  /// @retval Error::MemoryAllocationFailed The device gives no queue.
  static runtime::Result<MPSStream> create(const MPSDevice& device);

  /// Has `encode` fill a command buffer, and waits until the GPU is done.
  ///
  /// @retval Error::MemoryAllocationFailed The queue gives no command buffer.
  /// @retval Error::Internal The GPU reports a fault; it is
  ///     logged.
  runtime::Error run(void (^encode)(MPSCommandBuffer* commands)) const;

 private:
  explicit MPSStream(id<MTLCommandQueue> queue) : queue_(queue) {}

  id<MTLCommandQueue> queue_;
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
