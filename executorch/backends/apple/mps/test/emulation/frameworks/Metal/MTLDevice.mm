#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#import "MTLEmulated.h"

namespace mps_emulation {
namespace {
BufferCounts counts;
}  // namespace

Faults& faults() {
  static Faults instance;
  return instance;
}

BufferCounts buffer_counts() { return counts; }

void refuse(const char* what, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::fprintf(stderr, "refused by the emulation: %s: ", what);
  std::vfprintf(stderr, format, arguments);
  std::fputc('\n', stderr);
  va_end(arguments);
  std::abort();
}

}  // namespace mps_emulation

using mps_emulation::counts;
using mps_emulation::faults;
using mps_emulation::refuse;

@implementation MTLEmulatedDevice

- (NSString*)name {
  return @"emulated";
}

- (id<MTLCommandQueue>)newCommandQueue {
  return faults().has_no_queue ? nil : [MTLEmulatedCommandQueue new];
}

- (id<MTLBuffer>)newBufferWithLength:(NSUInteger)length
                             options:(MTLResourceOptions)options {
  if (length == 0) {
    refuse("newBufferWithLength", "the length is 0");
  }
  if (options != MTLResourceStorageModeShared) {
    refuse("newBufferWithLength", "the emulation has shared memory only");
  }
  if (faults().has_no_memory) {
    return nil;
  }
  ++counts.copies;
  return [[MTLEmulatedBuffer alloc] initWithLength:length];
}

- (id<MTLBuffer>)newBufferWithBytesNoCopy:(void*)bytes
                                   length:(NSUInteger)length
                                  options:(MTLResourceOptions)options
                              deallocator:
                                  (void (^)(void*, NSUInteger))deallocator {
  const auto page = static_cast<NSUInteger>(sysconf(_SC_PAGESIZE));
  if (reinterpret_cast<uintptr_t>(bytes) % page != 0 || length % page != 0 ||
      length == 0) {
    refuse("newBufferWithBytesNoCopy", "%lu bytes at %p are not whole pages",
           length, bytes);
  }
  if (deallocator != nil) {
    refuse("newBufferWithBytesNoCopy", "deallocators are not emulated");
  }
  if (faults().has_no_memory || faults().refuses_shared_memory) {
    return nil;
  }
  ++counts.shared;
  return [[MTLEmulatedBuffer alloc] initWithBytesNoCopy:bytes length:length];
}

@end

id<MTLDevice> MTLCreateSystemDefaultDevice(void) {
  return faults().has_no_device ? nil : [MTLEmulatedDevice new];
}
