#include <executorch/backends/apple/mps/runtime/metal/MPSDevice.h>

#include <executorch/runtime/platform/log.h>

#include <unistd.h>

#include <cstdint>

namespace executorch {
namespace backends {
namespace mps {

using runtime::Error;
using runtime::Result;

namespace {

/// 16384 bytes on Apple silicon, 4096 on Intel.
size_t pageNbytes() {
  static const auto nbytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return nbytes;
}

}  // namespace

bool MPSDevice::isPresent() { return MTLCreateSystemDefaultDevice() != nil; }

Result<MPSDevice> MPSDevice::open() {
  id<MTLDevice> device = MTLCreateSystemDefaultDevice();
  ET_CHECK_OR_RETURN_ERROR(device != nil, NotFound,
                           "this machine has no Metal device");
  return MPSDevice(device);
}

MPSGraphDevice* MPSDevice::graphDevice() const {
  return [MPSGraphDevice deviceWithMTLDevice:device_];
}

id<MTLBuffer> MPSDevice::newBuffer(size_t nbytes) const {
  return [device_ newBufferWithLength:nbytes
                              options:MTLResourceStorageModeShared];
}

id<MTLBuffer> MPSDevice::newBufferOver(const void* bytes, size_t nbytes) const {
#if TARGET_OS_SIMULATOR
  // Its GPU is in another process.
  return nil;
#else
  if (nbytes == 0 || nbytes % pageNbytes() != 0 ||
      reinterpret_cast<uintptr_t>(bytes) % pageNbytes() != 0) {
    return nil;
  }
  return [device_ newBufferWithBytesNoCopy:const_cast<void*>(bytes)
                                    length:nbytes
                                   options:MTLResourceStorageModeShared
                               deallocator:nil];
#endif
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
