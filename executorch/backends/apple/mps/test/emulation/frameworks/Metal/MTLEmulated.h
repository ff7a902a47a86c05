#pragma once

#import <Metal/Metal.h>

#include <functional>
#include <vector>

#include "../emulation.h"
#include "../kept.h"

/// The classes behind Metal's protocols.
@interface MTLEmulatedDevice : NSObject <MTLDevice>
@end

@interface MTLEmulatedBuffer : NSObject <MTLBuffer>
/// Memory of its own.
- (instancetype)initWithLength:(NSUInteger)length;
/// The caller's memory, in whole pages.
- (instancetype)initWithBytesNoCopy:(void*)bytes length:(NSUInteger)length;
@end

@interface MTLEmulatedCommandQueue : NSObject <MTLCommandQueue>
@end

/// What is encoded runs when somebody waits for it, so that results which are
/// read too early are wrong.
@interface MTLEmulatedCommandBuffer : NSObject <MTLCommandBuffer>
- (void)addWork:(std::function<void()>)work;
@end
