// expected: cannot initialize a parameter of type 'MPSShape
#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

MPSGraphTensor* shaped(MPSGraph* graph, MPSGraphTensor* x) {
  return [graph reshapeTensor:x withShape:@"1, 2" name:nil];
}
