#pragma once

#import <MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h>

#include <functional>
#include <initializer_list>

#include "../emulation.h"
#include "../kept.h"
#import "rows.h"
#import "value.h"

namespace mps_emulation {

/// What an operation makes of its operands.
using Compute = std::function<Value(const std::vector<const Value*>&)>;

Dims dims_of(MPSShape* shape);
MPSShape* shape_of(const Dims& dims);

/// Adds the result of an operation to the graph. Refuses operands that are nil
/// or of another graph, and sizes that are not positive.
MPSGraphTensor* add(MPSGraph* graph, const char* operation, MPSDataType type,
                    Dims dims, std::vector<MPSGraphTensor*> operands,
                    Compute compute);

// Checks of operands; they refuse what does not hold.
void check_float(const char* operation, MPSGraphTensor* tensor);
void check_bool(const char* operation, MPSGraphTensor* tensor);
void check_not_bool(const char* operation, MPSGraphTensor* tensor);
void check_same_type(const char* operation,
                     std::initializer_list<MPSGraphTensor*> tensors);
void check_rank(const char* operation, MPSGraphTensor* tensor, size_t rank);
/// Returns the axis, counted from the outermost; negative ones count from the
/// end.
size_t check_axis(const char* operation, int64_t axis, size_t rank);

/// The sizes to which operands broadcast.
Dims broadcast_dims(const char* operation, const Dims& a, const Dims& b);

}  // namespace mps_emulation

@interface MPSGraphTensor () {
 @public
  mps_emulation::Dims dims_;
  MPSDataType type_;
  const char* operation_;
  MPSGraph* graph_;  // not retained: the graph retains its tensors
  std::vector<mps_emulation::Kept<MPSGraphTensor*>> operands_;
  /// None of a placeholder.
  mps_emulation::Compute compute_;
}
@end

@interface MPSGraph () {
 @public
  std::vector<mps_emulation::Kept<MPSGraphTensor*>> tensors_;
}
@end

@interface MPSGraphTensorData () {
 @public
  mps_emulation::Kept<id<MTLBuffer>> buffer_;
  mps_emulation::Dims dims_;
  MPSDataType type_;
}
@end

@interface MPSGraphShapedType () {
 @public
  mps_emulation::Dims dims_;
  MPSDataType type_;
}
@end

@interface MPSGraphExecutable ()
- (instancetype)initWithFeeds:(NSArray<MPSGraphTensor*>*)feeds
                      targets:(NSArray<MPSGraphTensor*>*)targets;
@end
