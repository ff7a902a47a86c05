#pragma once

#import <Metal/Metal.h>
#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

#include <executorch/runtime/core/result.h>

#include <cstddef>

namespace executorch {
namespace backends {
namespace mps {

/// The default GPU of the machine.
class MPSDevice {
 public:
  static bool isPresent();

  /// @retval Error::NotFound There is none.
  static runtime::Result<MPSDevice> open();

  id<MTLDevice> metalDevice() const { return device_; }
  MPSGraphDevice* graphDevice() const;

  /// Memory that CPU and GPU share; nil if there is none.
  id<MTLBuffer> newBuffer(size_t nbytes) const;

  /// The caller's memory as a buffer, without a copy. Nil if it is not made of
  /// whole pages, or the device does not take it: then copy.
  id<MTLBuffer> newBufferOver(const void* bytes, size_t nbytes) const;

 private:
  explicit MPSDevice(id<MTLDevice> device) : device_(device) {}

  id<MTLDevice> device_;
};

}  // namespace mps
}  // namespace backends
}  // namespace executorch
