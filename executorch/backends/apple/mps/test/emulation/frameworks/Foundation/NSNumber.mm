#import "runtime.h"

@interface NSNumber () {
  long long integer_;
  double real_;
}
@end

@implementation NSNumber

+ (NSNumber*)numberWithInteger:(long long)integer real:(double)real {
  NSNumber* number = [NSNumber new];
  number->integer_ = integer;
  number->real_ = real;
  return [number autorelease];
}
+ (NSNumber*)numberWithInt:(int)value {
  return [self numberWithLongLong:value];
}
+ (NSNumber*)numberWithInteger:(NSInteger)value {
  return [self numberWithLongLong:value];
}
+ (NSNumber*)numberWithUnsignedInteger:(NSUInteger)value {
  return [self numberWithLongLong:static_cast<long long>(value)];
}
+ (NSNumber*)numberWithLong:(long)value {
  return [self numberWithLongLong:value];
}
+ (NSNumber*)numberWithUnsignedLong:(unsigned long)value {
  return [self numberWithLongLong:static_cast<long long>(value)];
}
+ (NSNumber*)numberWithLongLong:(long long)value {
  return [self numberWithInteger:value real:static_cast<double>(value)];
}
+ (NSNumber*)numberWithDouble:(double)value {
  return [self numberWithInteger:static_cast<long long>(value) real:value];
}
+ (NSNumber*)numberWithBool:(BOOL)value {
  return [self numberWithLongLong:value ? 1 : 0];
}

- (int)intValue {
  return static_cast<int>(integer_);
}
- (NSInteger)integerValue {
  return integer_;
}
- (NSUInteger)unsignedIntegerValue {
  return static_cast<NSUInteger>(integer_);
}
- (long long)longLongValue {
  return integer_;
}
- (double)doubleValue {
  return real_;
}
- (BOOL)boolValue {
  return real_ != 0;
}

- (BOOL)isEqual:(id)object {
  return [object isKindOfClass:[NSNumber class]] &&
         static_cast<NSNumber*>(object)->real_ == real_;
}
- (NSUInteger)hash {
  return static_cast<NSUInteger>(integer_);
}
- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}

@end
