// expected: no visible @interface for 'MPSGraph' declares the selector
#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

MPSGraphTensor* sum(MPSGraph* graph, MPSGraphTensor* a, MPSGraphTensor* b) {
  return [graph additionWithPrimaryTensor:a secondaryTensor:b];
}
