#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

namespace executorch {
namespace backends {
namespace mps {

bool isBool(MPSGraphTensor* tensor) {
  return [tensor dataType] == MPSDataTypeBool;
}

MPSGraphTensor* withoutBool(const MPSGraphBuilder& builder,
                            MPSGraphTensor* tensor) {
  return isBool(tensor) ? builder.cast(tensor, MPSDataTypeInt8) : tensor;
}

MPSGraphTensor* withBool(const MPSGraphBuilder& builder, MPSGraphTensor* tensor,
                         bool isBool) {
  return isBool ? builder.cast(tensor, MPSDataTypeBool) : tensor;
}

MPSGraphTensor* inFloat32(const MPSGraphBuilder& builder,
                          MPSGraphTensor* tensor) {
  return tensor == nil ? nil : builder.cast(tensor, MPSDataTypeFloat32);
}

MPSGraphTensor* minimum(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                        MPSGraphTensor* b) {
  // The operation that lets NaN through does not take integers.
  if (([a dataType] & MPSDataTypeFloatBit) == 0) {
    return [builder.graph() minimumWithPrimaryTensor:a
                                     secondaryTensor:b
                                                name:nil];
  }
  return [builder.graph() minimumWithNaNPropagationWithPrimaryTensor:a
                                                     secondaryTensor:b
                                                                name:nil];
}

MPSGraphTensor* maximum(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                        MPSGraphTensor* b) {
  if (([a dataType] & MPSDataTypeFloatBit) == 0) {
    return [builder.graph() maximumWithPrimaryTensor:a
                                     secondaryTensor:b
                                                name:nil];
  }
  return [builder.graph() maximumWithNaNPropagationWithPrimaryTensor:a
                                                     secondaryTensor:b
                                                                name:nil];
}

MPSGraphTensor* truncate(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  // The operation itself is newer than macOS 12.
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* isNegative =
      [graph lessThanWithPrimaryTensor:x
                       secondaryTensor:builder.scalar(0, [x dataType])
                                  name:nil];
  return [graph selectWithPredicateTensor:isNegative
                      truePredicateTensor:[graph ceilWithTensor:x name:nil]
                     falsePredicateTensor:[graph floorWithTensor:x name:nil]
                                     name:nil];
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
