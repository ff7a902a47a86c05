#pragma once

#include <TargetConditionals.h>
#include <objc/objc.h>

/// \file
/// As much of Foundation as the delegate and the emulation need. Everything
/// here is older than macOS 12 and iOS 15.

#define NS_ENUM(type, name) \
  enum name : type name;    \
  enum name : type
// An integer, so that C++ may combine the bits.
#define NS_OPTIONS(type, name) \
  type name;                   \
  enum : type
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")

typedef unsigned long NSUInteger;
typedef long NSInteger;
typedef struct _NSZone NSZone;
typedef struct {
  NSUInteger location;
  NSUInteger length;
} NSRange;
typedef struct {
  unsigned long state;
  id __unsafe_unretained* itemsPtr;
  unsigned long* mutationsPtr;
  unsigned long extra[5];
} NSFastEnumerationState;

@class NSString;

@protocol NSObject
- (BOOL)isEqual:(id)object;
- (NSUInteger)hash;
- (instancetype)self;
- (Class)class;
- (BOOL)isKindOfClass:(Class)cls;
- (BOOL)respondsToSelector:(SEL)selector;
- (BOOL)conformsToProtocol:(Protocol*)protocol;
- (instancetype)retain __attribute__((objc_method_family(none)));
- (oneway void)release;
- (instancetype)autorelease;
- (NSUInteger)retainCount;
- (NSString*)description;
@end

@protocol NSCopying
- (id)copyWithZone:(NSZone*)zone;
@end

@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState*)state
                                  objects:(id __unsafe_unretained[])buffer
                                    count:(NSUInteger)count;
@end

__attribute__((objc_root_class))
@interface NSObject<NSObject> {
  Class isa;
}
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init;
- (void)dealloc;
+ (Class)class;
- (id)copy;
@end

@interface NSString : NSObject <NSCopying>
+ (instancetype)stringWithUTF8String:(const char*)bytes;
- (const char*)UTF8String;
- (NSUInteger)length;
- (BOOL)isEqualToString:(NSString*)other;
@end

@interface NSNumber : NSObject <NSCopying>
+ (NSNumber*)numberWithInt:(int)value;
+ (NSNumber*)numberWithInteger:(NSInteger)value;
+ (NSNumber*)numberWithUnsignedInteger:(NSUInteger)value;
+ (NSNumber*)numberWithLong:(long)value;
+ (NSNumber*)numberWithUnsignedLong:(unsigned long)value;
+ (NSNumber*)numberWithLongLong:(long long)value;
+ (NSNumber*)numberWithDouble:(double)value;
+ (NSNumber*)numberWithBool:(BOOL)value;
- (int)intValue;
- (NSInteger)integerValue;
- (NSUInteger)unsignedIntegerValue;
- (long long)longLongValue;
- (double)doubleValue;
- (BOOL)boolValue;
@end

@interface NSData : NSObject <NSCopying>
+ (instancetype)dataWithBytes:(const void*)bytes length:(NSUInteger)length;
+ (instancetype)dataWithBytesNoCopy:(void*)bytes
                             length:(NSUInteger)length
                       freeWhenDone:(BOOL)freeWhenDone;
- (instancetype)initWithBytes:(const void*)bytes length:(NSUInteger)length;
- (instancetype)initWithBytesNoCopy:(void*)bytes
                             length:(NSUInteger)length
                       freeWhenDone:(BOOL)freeWhenDone;
- (const void*)bytes;
- (NSUInteger)length;
@end

@interface NSArray<__covariant Item> : NSObject <NSCopying, NSFastEnumeration>
+ (instancetype)array;
+ (instancetype)arrayWithObjects:(Item const[])objects count:(NSUInteger)count;
- (NSUInteger)count;
- (Item)objectAtIndex:(NSUInteger)index;
- (Item)objectAtIndexedSubscript:(NSUInteger)index;
- (BOOL)containsObject:(Item)object;
- (NSUInteger)indexOfObjectIdenticalTo:(Item)object;
@end

#define NSNotFound ((NSUInteger)0x7fffffffffffffff)

@interface NSMutableArray<Item> : NSArray <Item>
+ (instancetype)arrayWithCapacity:(NSUInteger)capacity;
- (void)addObject:(Item)object;
@end

@interface NSDictionary<__covariant Key, __covariant Item>
    : NSObject <NSCopying, NSFastEnumeration>
+ (instancetype)dictionary;
+ (instancetype)dictionaryWithObjects:(Item const[])objects
                              forKeys:(id<NSCopying> const[])keys
                                count:(NSUInteger)count;
- (NSUInteger)count;
- (Item)objectForKey:(Key)key;
- (Item)objectForKeyedSubscript:(Key)key;
- (NSArray<Key>*)allKeys;
@end

@interface NSMutableDictionary<Key, Item> : NSDictionary <Key, Item>
+ (instancetype)dictionaryWithCapacity:(NSUInteger)capacity;
- (void)setObject:(Item)object forKey:(Key<NSCopying>)key;
- (void)setObject:(Item)object forKeyedSubscript:(Key<NSCopying>)key;
@end

@interface NSError : NSObject
- (NSInteger)code;
- (NSString*)localizedDescription;
@end
