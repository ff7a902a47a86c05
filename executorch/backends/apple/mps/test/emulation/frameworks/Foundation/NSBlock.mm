// Blocks are objects of this class, whose names the compiler knows.
#import "runtime.h"

@interface NSBlock : NSObject
@end

@implementation NSBlock
- (instancetype)retain {
  return static_cast<id>(_Block_copy(self));
}
- (oneway void)release {
  _Block_release(self);
}
- (id)copy {
  return static_cast<id>(_Block_copy(self));
}
@end

asm(".globl _NSConcreteStackBlock, _NSConcreteGlobalBlock\n"
    ".globl _NSConcreteMallocBlock\n"
    ".set _NSConcreteStackBlock, OBJC_CLASS_$_NSBlock\n"
    ".set _NSConcreteGlobalBlock, OBJC_CLASS_$_NSBlock\n"
    ".set _NSConcreteMallocBlock, OBJC_CLASS_$_NSBlock\n");
