#import "runtime.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

@interface NSArray () {
 @public
  std::vector<id> items_;
  unsigned long mutations_;
}
@end

@implementation NSArray

+ (instancetype)array {
  return [[self new] autorelease];
}
+ (instancetype)arrayWithObjects:(const id[])objects count:(NSUInteger)count {
  NSArray* array = [self new];
  for (NSUInteger i = 0; i < count; ++i) {
    array->items_.push_back([objects[i] retain]);
  }
  return static_cast<id>([array autorelease]);
}
- (void)dealloc {
  for (id item : items_) {
    [item release];
  }
  [super dealloc];
}

- (NSUInteger)count {
  return items_.size();
}
- (id)objectAtIndex:(NSUInteger)index {
  if (index >= items_.size()) {
    std::fprintf(stderr, "NSRangeException: index %lu of %zu objects\n", index,
                 items_.size());
    std::abort();
  }
  return items_[index];
}
- (id)objectAtIndexedSubscript:(NSUInteger)index {
  return [self objectAtIndex:index];
}
- (NSUInteger)indexOfObjectIdenticalTo:(id)object {
  for (NSUInteger i = 0; i < items_.size(); ++i) {
    if (items_[i] == object) {
      return i;
    }
  }
  return NSNotFound;
}
- (BOOL)containsObject:(id)object {
  for (id item : items_) {
    if ([item isEqual:object]) {
      return YES;
    }
  }
  return NO;
}

- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState*)state
                                  objects:(id __unsafe_unretained[])buffer
                                    count:(NSUInteger)count {
  if (state->state != 0) {
    return 0;
  }
  state->state = 1;
  state->itemsPtr = items_.data();
  state->mutationsPtr = &mutations_;
  return items_.size();
}

- (BOOL)isEqual:(id)object {
  if (![object isKindOfClass:[NSArray class]]) {
    return NO;
  }
  const auto& others = static_cast<NSArray*>(object)->items_;
  if (others.size() != items_.size()) {
    return NO;
  }
  for (size_t i = 0; i < items_.size(); ++i) {
    if (![items_[i] isEqual:others[i]]) {
      return NO;
    }
  }
  return YES;
}
- (NSUInteger)hash {
  return items_.size();
}
- (id)copyWithZone:(NSZone*)zone {
  return [[NSArray arrayWithObjects:items_.data() count:items_.size()] retain];
}

@end

@implementation NSMutableArray

+ (instancetype)arrayWithCapacity:(NSUInteger)capacity {
  return [self array];
}
- (void)addObject:(id)object {
  ++mutations_;
  items_.push_back([object retain]);
}

@end

/// What the compiler makes of @[].
extern "C" id __NSArray0__;
id __NSArray0__;

__attribute__((constructor(102))) static void makeEmptyArray() {
  __NSArray0__ = [NSArray new];
}
