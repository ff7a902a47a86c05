#include <executorch/backends/apple/mps/runtime/metal/MPSStream.h>

#include <executorch/runtime/platform/log.h>

namespace executorch {
namespace backends {
namespace mps {

using runtime::Error;
using runtime::Result;

Result<MPSStream> MPSStream::create(const MPSDevice& device) {
  id<MTLCommandQueue> queue = [device.metalDevice() newCommandQueue];
  ET_CHECK_OR_RETURN_ERROR(queue != nil, MemoryAllocationFailed,
                           "the Metal device gives no command queue");
  return MPSStream(queue);
}

Error MPSStream::run(void (^encode)(MPSCommandBuffer* commands)) const {
  id<MTLCommandBuffer> buffer = [queue_ commandBuffer];
  ET_CHECK_OR_RETURN_ERROR(buffer != nil, MemoryAllocationFailed,
                           "the Metal queue gives no command buffer");
  MPSCommandBuffer* commands =
      [MPSCommandBuffer commandBufferWithCommandBuffer:buffer];
  encode(commands);
  // MPSGraph may have committed a first part and gone on with another buffer.
  [commands commit];
  [commands waitUntilCompleted];
  ET_CHECK_OR_RETURN_ERROR(
      [commands status] == MTLCommandBufferStatusCompleted, Internal,
      "the GPU reports: %s",
      [[[commands error] localizedDescription] UTF8String]);
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
