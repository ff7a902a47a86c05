#import "runtime.h"

#include <cstring>
#include <functional>
#include <string>

/// A literal, as the compiler lays it out.
@interface NSConstantString : NSString {
 @public
  long flags_;
  const char* bytes_;
  long length_;
}
@end

@interface NSHeapString : NSString {
 @public
  std::string text_;
}
@end

@implementation NSString
+ (instancetype)stringWithUTF8String:(const char*)bytes {
  NSHeapString* string = [NSHeapString new];
  string->text_ = bytes;
  return static_cast<id>([string autorelease]);
}
- (const char*)UTF8String {
  return "";
}
- (NSUInteger)length {
  return std::strlen([self UTF8String]);
}
- (BOOL)isEqualToString:(NSString*)other {
  return std::strcmp([self UTF8String], [other UTF8String]) == 0;
}
- (BOOL)isEqual:(id)object {
  return [object isKindOfClass:[NSString class]] &&
         [self isEqualToString:static_cast<NSString*>(object)];
}
- (NSUInteger)hash {
  return std::hash<std::string>()([self UTF8String]);
}
- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}
@end

@implementation NSHeapString
- (const char*)UTF8String {
  return text_.c_str();
}
@end

@implementation NSConstantString
- (const char*)UTF8String {
  return bytes_;
}
- (instancetype)retain {
  return self;
}
- (oneway void)release {
}
- (instancetype)autorelease {
  return self;
}
@end

asm(".globl __CFConstantStringClassReference\n"
    ".set __CFConstantStringClassReference, "
    "OBJC_CLASS_$_NSConstantString\n");
