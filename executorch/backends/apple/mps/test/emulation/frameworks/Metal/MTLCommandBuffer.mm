#import "MTLEmulated.h"

using mps_emulation::faults;
using mps_emulation::refuse;

@implementation MTLEmulatedCommandQueue
- (id<MTLCommandBuffer>)commandBuffer {
  return faults().has_no_command_buffer
             ? nil
             : [[MTLEmulatedCommandBuffer new] autorelease];
}
@end

@interface MTLEmulatedCommandBuffer () {
  std::vector<std::function<void()>> work_;
  MTLCommandBufferStatus status_;
  NSError* error_;
}
@end

@implementation MTLEmulatedCommandBuffer

- (void)dealloc {
  [error_ release];
  [super dealloc];
}

- (void)addWork:(std::function<void()>)work {
  if (status_ != MTLCommandBufferStatusNotEnqueued) {
    refuse("MTLCommandBuffer", "work is encoded after commit");
  }
  work_.push_back(std::move(work));
}

- (void)commit {
  if (status_ != MTLCommandBufferStatusNotEnqueued) {
    refuse("MTLCommandBuffer", "it is committed twice");
  }
  status_ = MTLCommandBufferStatusCommitted;
}

- (void)waitUntilCompleted {
  if (status_ == MTLCommandBufferStatusNotEnqueued) {
    refuse("MTLCommandBuffer", "it is waited for before commit");
  }
  if (faults().fails_commands) {
    error_ = [NSError new];
    status_ = MTLCommandBufferStatusError;
    return;
  }
  for (const auto& work : work_) {
    work();
  }
  work_.clear();
  status_ = MTLCommandBufferStatusCompleted;
}

- (MTLCommandBufferStatus)status {
  return status_;
}
- (NSError*)error {
  return error_;
}

@end
