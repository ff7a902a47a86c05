#import "runtime.h"

@implementation NSError
- (NSInteger)code {
  return 1;
}
- (NSString*)localizedDescription {
  return @"the emulation made this error for a test";
}
@end
