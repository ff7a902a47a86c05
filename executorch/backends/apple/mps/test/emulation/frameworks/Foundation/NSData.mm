#import "runtime.h"

#include <cstdlib>
#include <cstring>

@interface NSData () {
  void* bytes_;
  NSUInteger length_;
  BOOL isOwned_;
}
@end

@implementation NSData

+ (instancetype)dataWithBytes:(const void*)bytes length:(NSUInteger)length {
  return [[[self alloc] initWithBytes:bytes length:length] autorelease];
}
+ (instancetype)dataWithBytesNoCopy:(void*)bytes
                             length:(NSUInteger)length
                       freeWhenDone:(BOOL)freeWhenDone {
  return [[[self alloc] initWithBytesNoCopy:bytes
                                     length:length
                               freeWhenDone:freeWhenDone] autorelease];
}
- (instancetype)initWithBytes:(const void*)bytes length:(NSUInteger)length {
  void* copy = std::malloc(length);
  std::memcpy(copy, bytes, length);
  return [self initWithBytesNoCopy:copy length:length freeWhenDone:YES];
}
- (instancetype)initWithBytesNoCopy:(void*)bytes
                             length:(NSUInteger)length
                       freeWhenDone:(BOOL)freeWhenDone {
  bytes_ = bytes;
  length_ = length;
  isOwned_ = freeWhenDone;
  return self;
}
- (void)dealloc {
  if (isOwned_) {
    std::free(bytes_);
  }
  [super dealloc];
}

- (const void*)bytes {
  return bytes_;
}
- (NSUInteger)length {
  return length_;
}
- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}

@end
