// expected: 'truncateWithTensor:name:' is only available on
#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

MPSGraphTensor* truncated(MPSGraph* graph, MPSGraphTensor* x) {
  return [graph truncateWithTensor:x name:nil];
}
