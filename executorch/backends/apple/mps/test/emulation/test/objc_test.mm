// The Objective-C runtime of the emulation, with automatic reference counting.
#import <Foundation/Foundation.h>

#include <executorch/backends/apple/mps/test/emulation/frameworks/emulation.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

@interface Counter : NSObject {
 @public
  std::vector<std::string> names;
}
@property(nonatomic, copy) NSString* title;
@property(nonatomic, strong) NSMutableArray<NSNumber*>* kept;
- (NSRange)range;
- (double)sumOf:(double)x with:(float)y and:(int)z;
@end

@implementation Counter
- (instancetype)init {
  if ((self = [super init])) {
    names.push_back("a");
    _kept = [NSMutableArray array];
    [_kept addObject:@1];
  }
  return self;
}
- (NSRange)range {
  return {7, 9};
}
- (double)sumOf:(double)x with:(float)y and:(int)z {
  return x + static_cast<double>(y) + z;
}
@end

@interface LargeCounter : Counter {
 @public
  long more;
}
@end

@implementation LargeCounter
- (NSRange)range {
  const NSRange range = [super range];
  return {range.location + 1, range.length};
}
@end

@interface NSArray (Sum)
- (NSInteger)sum;
@end

@implementation NSArray (Sum)
- (NSInteger)sum {
  NSInteger sum = 0;
  for (NSNumber* number in self) {
    sum += [number integerValue];
  }
  return sum;
}
@end

namespace {

/// Objects that `body` leaves behind.
template <typename Body>
long left_by(Body body) {
  const long before = emulation_live_objects();
  @autoreleasepool {
    body();
  }
  return emulation_live_objects() - before;
}

TEST(ObjectiveC, ObjectsHaveCppMembersAndProperties) {
  EXPECT_EQ(left_by([] {
              Counter* counter = [Counter new];
              counter.title = @"hello";
              EXPECT_EQ(counter->names.size(), 1u);
              EXPECT_TRUE([counter.title isEqualToString:@"hello"]);
              EXPECT_EQ([counter.kept sum], 1);
            }),
            0);
}

TEST(ObjectiveC, MessagesTakeAndReturnWhatTheABISays) {
  @autoreleasepool {
    LargeCounter* counter = [LargeCounter new];
    counter->more = 5;
    EXPECT_EQ([counter range].location, 8u);
    EXPECT_EQ([counter range].length, 9u);
    EXPECT_EQ([counter sumOf:1.5 with:2.5f and:3], 7.0);
    EXPECT_EQ(counter->names[0], "a");
  }
}

TEST(ObjectiveC, NilAnswersZero) {
  Counter* counter = nil;
  EXPECT_EQ([counter range].length, 0u);
  EXPECT_EQ([counter sumOf:1 with:1 and:1], 0.0);
  EXPECT_TRUE(counter.title == nil);
}

TEST(ObjectiveC, WeakReferencesGoToNil) {
  __weak Counter* weak = nil;
  @autoreleasepool {
    Counter* counter = [Counter new];
    weak = counter;
    EXPECT_TRUE(weak != nil);
  }
  EXPECT_TRUE(weak == nil);
}

TEST(ObjectiveC, BlocksKeepWhatTheyCapture) {
  EXPECT_EQ(left_by([] {
              __block int calls = 0;
              Counter* counter = [Counter new];
              void (^block)(int) = ^(int by) {
                calls += by + static_cast<int>([counter.kept count]);
              };
              void (^copy)(int) = [block copy];
              counter = nil;
              copy(1);
              block(2);
              EXPECT_EQ(calls, 5);
            }),
            0);
}

TEST(ObjectiveC, CollectionsHoldAndCompare) {
  EXPECT_EQ(left_by([] {
              NSArray<NSNumber*>* array = @[ @1, @2, @3 ];
              EXPECT_EQ([array sum], 6);
              EXPECT_TRUE(([array isEqual:@[ @1, @2, @3 ]]));
              EXPECT_FALSE(([array isEqual:@[ @1, @2 ]]));
              NSMutableDictionary<NSString*, NSNumber*>* map =
                  [NSMutableDictionary dictionary];
              map[@"a"] = @1;
              map[@"a"] = @4;
              EXPECT_EQ([map[@"a"] intValue], 4);
              EXPECT_TRUE(map[@"b"] == nil);
            }),
            0);
}

TEST(ObjectiveCDeathTest, UnknownMessages) {
  @autoreleasepool {
    id object = [Counter new];
    EXPECT_DEATH(static_cast<void>([object objectAtIndex:0]),
                 "unrecognized selector -\\[Counter objectAtIndex:\\]");
  }
}

TEST(ObjectiveCDeathTest, IndicesOutOfRange) {
  NSArray* array = @[];
  EXPECT_DEATH(static_cast<void>(array[1]), "NSRangeException");
}

TEST(ObjectiveCDeathTest, AutoreleaseWithoutPool) {
  EXPECT_DEATH(static_cast<void>([NSMutableArray array]), "without a pool");
}

}  // namespace
