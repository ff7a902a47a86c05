// expected: 'setOptimizationLevel:' is only available on
#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

void optimize(MPSGraphCompilationDescriptor* descriptor) {
  [descriptor setOptimizationLevel:MPSGraphOptimizationLevel0];
}
