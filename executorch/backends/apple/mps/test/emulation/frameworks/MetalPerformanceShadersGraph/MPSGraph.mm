#import "graph.h"

namespace mps_emulation {

Dims dims_of(MPSShape* shape) {
  Dims dims;
  for (NSNumber* size in shape) {
    dims.push_back([size longLongValue]);
  }
  return dims;
}

MPSShape* shape_of(const Dims& dims) {
  NSMutableArray<NSNumber*>* shape = [NSMutableArray array];
  for (const int64_t size : dims) {
    [shape addObject:[NSNumber numberWithLongLong:size]];
  }
  return shape;
}

MPSGraphTensor* add(MPSGraph* graph, const char* operation, MPSDataType type,
                    Dims dims, std::vector<MPSGraphTensor*> operands,
                    Compute compute) {
  for (MPSGraphTensor* operand : operands) {
    if (operand == nil || operand->graph_ != graph) {
      refuse(operation, "an operand is %s",
             operand == nil ? "nil" : "of another graph");
    }
  }
  if (dims.size() > 16) {
    refuse(operation, "the result has %zu dimensions", dims.size());
  }
  for (const int64_t size : dims) {
    if (size <= 0 || size > INT32_MAX) {
      refuse(operation, "a size of the result is %ld", size);
    }
  }
  MPSGraphTensor* tensor = [MPSGraphTensor new];
  tensor->graph_ = graph;
  tensor->operation_ = operation;
  tensor->type_ = type;
  tensor->dims_ = std::move(dims);
  tensor->operands_.assign(operands.begin(), operands.end());
  tensor->compute_ = std::move(compute);
  graph->tensors_.push_back(tensor);
  return [tensor autorelease];
}

void check_float(const char* operation, MPSGraphTensor* tensor) {
  if (!is_float(tensor->type_)) {
    refuse(operation, "an operand has type %#x, expected a float",
           tensor->type_);
  }
}

void check_bool(const char* operation, MPSGraphTensor* tensor) {
  if (!is_bool(tensor->type_)) {
    refuse(operation, "an operand has type %#x, expected bool", tensor->type_);
  }
}

void check_not_bool(const char* operation, MPSGraphTensor* tensor) {
  if (is_bool(tensor->type_)) {
    refuse(operation, "an operand is bool");
  }
}

void check_same_type(const char* operation,
                     std::initializer_list<MPSGraphTensor*> tensors) {
  for (MPSGraphTensor* tensor : tensors) {
    if (tensor->type_ != (*tensors.begin())->type_) {
      refuse(operation, "operands have types %#x and %#x",
             (*tensors.begin())->type_, tensor->type_);
    }
  }
}

void check_rank(const char* operation, MPSGraphTensor* tensor, size_t rank) {
  if (tensor->dims_.size() != rank) {
    refuse(operation, "an operand has %zu dimensions, expected %zu",
           tensor->dims_.size(), rank);
  }
}

size_t check_axis(const char* operation, int64_t axis, size_t rank) {
  const auto limit = static_cast<int64_t>(rank);
  if (axis < -limit || axis >= limit) {
    refuse(operation, "axis %ld of %zu dimensions", axis, rank);
  }
  return static_cast<size_t>(axis < 0 ? axis + limit : axis);
}

Dims broadcast_dims(const char* operation, const Dims& a, const Dims& b) {
  const Dims& longer = a.size() < b.size() ? b : a;
  const Dims& shorter = a.size() < b.size() ? a : b;
  const size_t missing = longer.size() - shorter.size();
  Dims dims = longer;
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& size = dims[missing + i];
    if (size != shorter[i] && size != 1 && shorter[i] != 1) {
      refuse(operation, "sizes %ld and %ld do not broadcast", size, shorter[i]);
    }
    size = size == 1 ? shorter[i] : size;
  }
  return dims;
}

}  // namespace mps_emulation

using namespace mps_emulation;

@implementation MPSGraph

- (void)dealloc {
  // From the last to the first, so that no chain of operands is freed at once.
  while (!tensors_.empty()) {
    tensors_.pop_back();
  }
  [super dealloc];
}

- (MPSGraphExecutable*)
        compileWithDevice:(MPSGraphDevice*)device
                    feeds:(MPSGraphTensorShapedTypeDictionary*)feeds
            targetTensors:(NSArray<MPSGraphTensor*>*)targetTensors
         targetOperations:(NSArray<MPSGraphOperation*>*)targetOperations
    compilationDescriptor:(MPSGraphCompilationDescriptor*)descriptor {
  // Not in the order of the caller: nothing promises that.
  NSMutableArray<MPSGraphTensor*>* placeholders = [NSMutableArray array];
  NSArray<MPSGraphTensor*>* keys = [feeds allKeys];
  for (NSUInteger i = [keys count]; i-- > 0;) {
    MPSGraphTensor* key = keys[i];
    MPSGraphShapedType* type = feeds[key];
    if (key->graph_ != self || key->compute_ || key->dims_ != type->dims_ ||
        key->type_ != type->type_) {
      refuse("compile", "a feed does not match its placeholder");
    }
    [placeholders addObject:key];
  }
  return [[[MPSGraphExecutable alloc] initWithFeeds:placeholders
                                            targets:targetTensors] autorelease];
}

@end

@implementation MPSGraphTensor
- (MPSShape*)shape {
  return shape_of(dims_);
}
- (MPSDataType)dataType {
  return type_;
}
- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}
@end

@implementation MPSGraphType
- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}
@end

@implementation MPSGraphShapedType
- (instancetype)initWithShape:(MPSShape*)shape dataType:(MPSDataType)dataType {
  dims_ = dims_of(shape);
  type_ = dataType;
  return self;
}
- (MPSShape*)shape {
  return shape_of(dims_);
}
- (MPSDataType)dataType {
  return type_;
}
@end

@interface MPSGraphDevice () {
  Kept<id<MTLDevice>> device_;
}
@end

@implementation MPSGraphDevice
+ (instancetype)deviceWithMTLDevice:(id<MTLDevice>)device {
  if (device == nil) {
    refuse("MPSGraphDevice", "there is no device");
  }
  MPSGraphDevice* result = [self new];
  result->device_ = device;
  return static_cast<id>([result autorelease]);
}
- (id<MTLDevice>)metalDevice {
  return device_;
}
@end

@interface MPSGraphCompilationDescriptor () {
  MPSGraphOptimization optimizationLevel_;
}
@end

@implementation MPSGraphCompilationDescriptor
- (id)copyWithZone:(NSZone*)zone {
  MPSGraphCompilationDescriptor* copy = [MPSGraphCompilationDescriptor new];
  copy->optimizationLevel_ = optimizationLevel_;
  return copy;
}
- (MPSGraphOptimization)optimizationLevel {
  return optimizationLevel_;
}
- (void)setOptimizationLevel:(MPSGraphOptimization)optimizationLevel {
  optimizationLevel_ = optimizationLevel;
}
@end
