#import "runtime.h"

#include <cstdint>

@implementation NSObject

+ (instancetype)alloc {
  return class_createInstance(self, 0);
}
+ (instancetype)new {
  return [[self alloc] init];
}
- (instancetype)init {
  return self;
}
- (void)dealloc {
  emulation_dispose(self);
}

+ (Class)class {
  return self;
}
- (Class)class {
  return object_getClass(self);
}
- (instancetype)self {
  return self;
}

+ (id)retain {
  return self;
}
+ (void)release {
}
+ (id)autorelease {
  return self;
}
- (instancetype)retain {
  return emulation_retain(self);
}
- (oneway void)release {
  emulation_release(self);
}
- (instancetype)autorelease {
  emulation_autorelease(self);
  return self;
}
- (NSUInteger)retainCount {
  return static_cast<NSUInteger>(emulation_retain_count(self));
}

- (BOOL)isEqual:(id)object {
  return self == object;
}
- (NSUInteger)hash {
  return reinterpret_cast<uintptr_t>(self) >> 4;
}
- (BOOL)isKindOfClass:(Class)cls {
  return objc_opt_isKindOfClass(self, cls);
}
- (BOOL)respondsToSelector:(SEL)selector {
  return class_respondsToSelector(object_getClass(self), selector);
}
- (BOOL)conformsToProtocol:(Protocol*)protocol {
  return emulation_conforms(object_getClass(self), protocol);
}
- (id)copy {
  return [(id<NSCopying>)self copyWithZone:nullptr];
}
- (NSString*)description {
  return [NSString stringWithUTF8String:class_getName(object_getClass(self))];
}

@end
