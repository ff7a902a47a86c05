#import <MetalPerformanceShaders/MetalPerformanceShaders.h>

#import "../Metal/MTLEmulated.h"

using mps_emulation::Kept;
using mps_emulation::refuse;

@interface MPSCommandBuffer () {
  Kept<id<MTLCommandBuffer>> commandBuffer_;
}
@end

@implementation MPSCommandBuffer

+ (instancetype)commandBufferWithCommandBuffer:
    (id<MTLCommandBuffer>)commandBuffer {
  if (commandBuffer == nil) {
    refuse("MPSCommandBuffer", "there is no command buffer");
  }
  MPSCommandBuffer* buffer = [self new];
  buffer->commandBuffer_ = commandBuffer;
  return static_cast<id>([buffer autorelease]);
}
+ (instancetype)commandBufferFromCommandQueue:(id<MTLCommandQueue>)queue {
  return [self commandBufferWithCommandBuffer:[queue commandBuffer]];
}

- (id<MTLCommandBuffer>)commandBuffer {
  return commandBuffer_;
}
- (id<MTLCommandBuffer>)rootCommandBuffer {
  return commandBuffer_;
}
- (void)commit {
  [commandBuffer_.get() commit];
}
- (void)waitUntilCompleted {
  [commandBuffer_.get() waitUntilCompleted];
}
- (MTLCommandBufferStatus)status {
  return [commandBuffer_.get() status];
}
- (NSError*)error {
  return [commandBuffer_.get() error];
}

@end
