#include <unordered_map>

#import "../Metal/MTLEmulated.h"
#import "graph.h"

using namespace mps_emulation;

@implementation MPSGraphTensorData
- (instancetype)initWithMTLBuffer:(id<MTLBuffer>)buffer
                            shape:(MPSShape*)shape
                         dataType:(MPSDataType)dataType {
  dims_ = dims_of(shape);
  type_ = dataType;
  const auto nbytes =
      static_cast<size_t>(numel(dims_)) * element_nbytes(dataType);
  if (buffer == nil || [buffer length] < nbytes) {
    refuse("MPSGraphTensorData", "a buffer of %lu bytes for %zu bytes",
           [buffer length], nbytes);
  }
  buffer_ = buffer;
  return self;
}
- (MPSShape*)shape {
  return shape_of(dims_);
}
- (MPSDataType)dataType {
  return type_;
}
@end

@interface MPSGraphExecutable () {
  Kept<NSArray<MPSGraphTensor*>*> feeds_;
  Kept<NSArray<MPSGraphTensor*>*> targets_;
  /// Operations in an order in which operands come first.
  std::vector<Kept<MPSGraphTensor*>> order_;
  /// How many operations and targets read each tensor.
  std::unordered_map<MPSGraphTensor*, size_t> readers_;
  std::unordered_map<MPSGraphTensor*, Value> constants_;
}
@end

@implementation MPSGraphExecutable

- (instancetype)initWithFeeds:(NSArray<MPSGraphTensor*>*)feeds
                      targets:(NSArray<MPSGraphTensor*>*)targets {
  feeds_ = feeds;
  targets_ = targets;
  if ([targets count] == 0) {
    refuse("compile", "there are no targets");
  }
  for (NSUInteger i = 0; i < [targets count]; ++i) {
    if ([targets indexOfObjectIdenticalTo:targets[i]] != i) {
      refuse("compile", "a target is named twice");
    }
    [self visit:targets[i]];
  }
  [self dropUnreadFeeds];
  return self;
}

/// Nothing promises that they stay.
- (void)dropUnreadFeeds {
  NSMutableArray<MPSGraphTensor*>* read = [NSMutableArray array];
  for (MPSGraphTensor* feed in feeds_.get()) {
    if (readers_.count(feed) != 0) {
      [read addObject:feed];
    }
  }
  feeds_ = read;
}

/// Orders what a tensor needs; without recursion, as graphs are deep.
- (void)visit:(MPSGraphTensor*)root {
  std::vector<std::pair<MPSGraphTensor*, size_t>> stack;
  const auto enter = [&](MPSGraphTensor* tensor) {
    if (readers_[tensor]++ == 0) {
      stack.push_back({tensor, 0});
    }
  };
  enter(root);
  while (!stack.empty()) {
    auto& [tensor, next] = stack.back();
    if (next < tensor->operands_.size()) {
      enter(tensor->operands_[next++]);
      continue;
    }
    if (!tensor->compute_ && ![feeds_.get() containsObject:tensor]) {
      refuse("compile", "a placeholder has no feed");
    }
    order_.push_back(tensor);
    stack.pop_back();
  }
}

- (NSArray<MPSGraphTensor*>*)feedTensors {
  return feeds_;
}
- (NSArray<MPSGraphTensor*>*)targetTensors {
  return targets_;
}

- (NSArray<MPSGraphTensorData*>*)
    encodeToCommandBuffer:(MPSCommandBuffer*)commandBuffer
              inputsArray:(NSArray<MPSGraphTensorData*>*)inputs
             resultsArray:(NSArray<MPSGraphTensorData*>*)results
      executionDescriptor:(MPSGraphExecutableExecutionDescriptor*)descriptor {
  if (![commandBuffer isKindOfClass:[MPSCommandBuffer class]]) {
    refuse("encodeToCommandBuffer", "it is no MPSCommandBuffer");
  }
  [self check:inputs against:feeds_ what:"an input"];
  [self check:results against:targets_ what:"a result"];
  const Kept<NSArray<MPSGraphTensorData*>*> keptInputs(inputs);
  const Kept<NSArray<MPSGraphTensorData*>*> keptResults(results);
  const Kept<MPSGraphExecutable*> keptSelf(self);
  auto* work =
      static_cast<MTLEmulatedCommandBuffer*>([commandBuffer commandBuffer]);
  [work addWork:[keptSelf, keptInputs, keptResults] {
    [keptSelf.get() runInputs:keptInputs results:keptResults];
  }];
  return results;
}

- (void)check:(NSArray<MPSGraphTensorData*>*)data
      against:(NSArray<MPSGraphTensor*>*)tensors
         what:(const char*)what {
  if ([data count] != [tensors count]) {
    refuse("encodeToCommandBuffer", "%lu tensors, expected %lu", [data count],
           [tensors count]);
  }
  for (NSUInteger i = 0; i < [data count]; ++i) {
    if (data[i]->dims_ != tensors[i]->dims_ ||
        data[i]->type_ != tensors[i]->type_) {
      refuse("encodeToCommandBuffer", "%s does not match its tensor", what);
    }
  }
}

- (void)runInputs:(NSArray<MPSGraphTensorData*>*)inputs
          results:(NSArray<MPSGraphTensorData*>*)results {
  std::unordered_map<MPSGraphTensor*, Value> values;
  for (NSUInteger i = 0; i < [inputs count]; ++i) {
    MPSGraphTensorData* input = inputs[i];
    values[feeds_.get()[i]] =
        load([input->buffer_.get() contents], input -> type_, input -> dims_);
  }
  auto unread = readers_;
  for (MPSGraphTensor* tensor : order_) {
    if (tensor->compute_) {
      [self compute:tensor values:values unread:unread];
    }
  }
  for (NSUInteger i = 0; i < [results count]; ++i) {
    const Value& value = [self valueOf:targets_.get()[i] in:values];
    store(value, [results[i]->buffer_.get() contents]);
  }
}

- (const Value&)valueOf:(MPSGraphTensor*)tensor
                     in:(const std::unordered_map<MPSGraphTensor*, Value>&)
                            values {
  const auto constant = constants_.find(tensor);
  return constant != constants_.end() ? constant->second : values.at(tensor);
}

/// Keeps the values of constants for the runs to come, and frees others with
/// their last reader.
- (void)compute:(MPSGraphTensor*)tensor
         values:(std::unordered_map<MPSGraphTensor*, Value>&)values
         unread:(std::unordered_map<MPSGraphTensor*, size_t>&)unread {
  if (constants_.count(tensor) != 0) {
    return;
  }
  std::vector<const Value*> operands;
  for (MPSGraphTensor* operand : tensor->operands_) {
    operands.push_back(&[self valueOf:operand in:values]);
  }
  Value value = tensor->compute_(operands);
  if (value.dims != tensor->dims_ || value.type != tensor->type_) {
    refuse(tensor->operation_, "the emulation computes another shape or type");
  }
  settle(value);
  auto& place = operands.empty() ? constants_[tensor] : values[tensor];
  place = std::move(value);
  for (MPSGraphTensor* operand : tensor->operands_) {
    if (--unread[operand] == 0) {
      values.erase(operand);
    }
  }
}

@end
