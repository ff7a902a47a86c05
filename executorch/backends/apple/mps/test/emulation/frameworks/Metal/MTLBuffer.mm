#include <cstdlib>
#include <cstring>

#import "MTLEmulated.h"

@interface MTLEmulatedBuffer () {
  void* bytes_;
  NSUInteger length_;
  BOOL isOwned_;
}
@end

@implementation MTLEmulatedBuffer

- (instancetype)initWithLength:(NSUInteger)length {
  bytes_ = std::malloc(length);
  // Nobody may count on zeros.
  std::memset(bytes_, 0xcd, length);
  length_ = length;
  isOwned_ = YES;
  return self;
}
- (instancetype)initWithBytesNoCopy:(void*)bytes length:(NSUInteger)length {
  bytes_ = bytes;
  length_ = length;
  return self;
}
- (void)dealloc {
  if (isOwned_) {
    std::free(bytes_);
  }
  [super dealloc];
}

- (void*)contents {
  return bytes_;
}
- (NSUInteger)length {
  return length_;
}

@end
