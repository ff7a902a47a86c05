#import "runtime.h"

#include <vector>

@interface NSDictionary () {
 @public
  std::vector<id> keys_;
  std::vector<id> items_;
  unsigned long mutations_;
}
@end

@implementation NSDictionary

+ (instancetype)dictionary {
  return [[self new] autorelease];
}
+ (instancetype)dictionaryWithObjects:(const id[])objects
                              forKeys:(id<NSCopying> const[])keys
                                count:(NSUInteger)count {
  NSMutableDictionary* dictionary = [NSMutableDictionary new];
  for (NSUInteger i = 0; i < count; ++i) {
    [dictionary setObject:objects[i] forKey:static_cast<id>(keys[i])];
  }
  return static_cast<id>([dictionary autorelease]);
}
- (void)dealloc {
  for (size_t i = 0; i < keys_.size(); ++i) {
    [keys_[i] release];
    [items_[i] release];
  }
  [super dealloc];
}

- (NSUInteger)count {
  return keys_.size();
}
- (id)objectForKey:(id)key {
  for (size_t i = 0; i < keys_.size(); ++i) {
    if ([keys_[i] isEqual:key]) {
      return items_[i];
    }
  }
  return nil;
}
- (id)objectForKeyedSubscript:(id)key {
  return [self objectForKey:key];
}
- (NSArray*)allKeys {
  return [NSArray arrayWithObjects:keys_.data() count:keys_.size()];
}

- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState*)state
                                  objects:(id __unsafe_unretained[])buffer
                                    count:(NSUInteger)count {
  if (state->state != 0) {
    return 0;
  }
  state->state = 1;
  state->itemsPtr = keys_.data();
  state->mutationsPtr = &mutations_;
  return keys_.size();
}
- (id)copyWithZone:(NSZone*)zone {
  return [[NSDictionary dictionaryWithObjects:items_.data()
                                      forKeys:keys_.data()
                                        count:keys_.size()] retain];
}

@end

@implementation NSMutableDictionary

+ (instancetype)dictionaryWithCapacity:(NSUInteger)capacity {
  return [self dictionary];
}
- (void)setObject:(id)object forKey:(id)key {
  ++mutations_;
  for (size_t i = 0; i < keys_.size(); ++i) {
    if ([keys_[i] isEqual:key]) {
      id old = items_[i];
      items_[i] = [object retain];
      [old release];
      return;
    }
  }
  keys_.push_back([key copy]);
  items_.push_back([object retain]);
}
- (void)setObject:(id)object forKeyedSubscript:(id)key {
  [self setObject:object forKey:key];
}

@end
