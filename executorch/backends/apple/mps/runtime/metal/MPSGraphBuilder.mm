#include <executorch/backends/apple/mps/runtime/metal/MPSGraphBuilder.h>

#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>
#include <executorch/runtime/platform/log.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::Graph;
using engine::Node;
using engine::ScalarType;
using engine::TensorType;
using engine::Value;
using engine::ValueId;

MPSDataType dataTypeOf(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Float:
      return MPSDataTypeFloat32;
    case ScalarType::Half:
      return MPSDataTypeFloat16;
    case ScalarType::Long:
      return MPSDataTypeInt64;
    case ScalarType::Int:
      return MPSDataTypeInt32;
    case ScalarType::Short:
      return MPSDataTypeInt16;
    case ScalarType::Char:
      return MPSDataTypeInt8;
    case ScalarType::Byte:
      return MPSDataTypeUInt8;
    case ScalarType::Bool:
      return MPSDataTypeBool;
    default:  // The engine has no others.
      return MPSDataTypeInvalid;
  }
}

NSArray<NSNumber*>* numbersOf(const std::vector<int64_t>& values) {
  NSMutableArray<NSNumber*>* numbers =
      [NSMutableArray arrayWithCapacity:values.size()];
  for (const int64_t value : values) {
    [numbers addObject:@(value)];
  }
  return numbers;
}

MPSShape* shapeOf(const std::vector<int64_t>& sizes) {
  return sizes.empty() ? @[ @1 ] : numbersOf(sizes);
}

MPSGraphBuilder::MPSGraphBuilder(const Graph& graph)
    : source_(graph),
      graph_([MPSGraph new]),
      isRead_(graph.values().size()),
      tensors_(graph.values().size()) {
  const auto read = [&](const std::vector<ValueId>& ids) {
    for (const ValueId id : ids) {
      if (id != engine::kNoValue) {
        isRead_[id] = true;
      }
    }
  };
  for (const Node& node : graph.nodes()) {
    read(node.inputs);
  }
  read(graph.outputs());
}

bool MPSGraphBuilder::isRead(ValueId id) const {
  return id != engine::kNoValue && isRead_[id];
}

Error MPSGraphBuilder::build() {
  for (const Value& value : source_.values()) {
    ET_CHECK_OR_RETURN_ERROR(value.type.numel() > 0, NotSupported,
                             "MPSGraph has no empty tensors, found %s",
                             engine::to_string(value.type).c_str());
  }
  for (ValueId id = 0; id < tensors_.size(); ++id) {
    const Value& value = source_.values()[id];
    if (value.is_constant()) {
      tensors_[id] = constantOf(value);
    }
  }
  for (const ValueId id : source_.inputs()) {
    tensors_[id] = [graph_ placeholderWithShape:shapeOf(type(id).sizes)
                                       dataType:dataTypeOf(type(id).dtype)
                                           name:nil];
    inputs_.push_back(tensors_[id]);
  }
  for (const Node& node : source_.nodes()) {
    ET_CHECK_OK_OR_RETURN_ERROR(addNode(node));
  }
  addOutputs();
  return Error::Ok;
}

Error MPSGraphBuilder::addNode(const Node& node) {
  return std::visit(
      [&](const auto& op) { return addOperation(*this, node, op); }, node.op);
}

MPSGraphTensor* MPSGraphBuilder::constantOf(const Value& value) const {
  const size_t nbytes = value.type.nbytes();
  // The engine graph may own numbers, and it goes; the payload stays.
  NSData* data = value.type.numel() == 1
                     ? [NSData dataWithBytes:value.data length:nbytes]
                     : [NSData dataWithBytesNoCopy:const_cast<void*>(value.data)
                                            length:nbytes
                                      freeWhenDone:NO];
  return [graph_ constantWithData:data
                            shape:shapeOf(value.type.sizes)
                         dataType:dataTypeOf(value.type.dtype)];
}

void MPSGraphBuilder::addOutputs() {
  for (const ValueId id : source_.outputs()) {
    // Its own tensor for each output, also of inputs and constants.
    outputs_.push_back([graph_ identityWithTensor:tensor(id) name:nil]);
  }
}

MPSGraphTensor* MPSGraphBuilder::tensor(ValueId id) const {
  return id == engine::kNoValue ? nil : tensors_[id];
}

void MPSGraphBuilder::set(ValueId id, MPSGraphTensor* tensor) {
  if (id != engine::kNoValue) {
    tensors_[id] = reshape(tensor, type(id).sizes);
  }
}

void MPSGraphBuilder::addFault(MPSGraphTensor* tensor) {
  MPSGraphTensor* flags = cast(tensor, MPSDataTypeInt32);
  NSMutableArray<NSNumber*>* axes = [NSMutableArray array];
  for (NSUInteger i = 0; i < [[flags shape] count]; ++i) {
    [axes addObject:@(i)];
  }
  flags = reshape(
      [graph_ reductionMaximumWithTensor : flags axes : axes name : nil],
      { 1 });
  fault_ = fault_ == nil ? flags
                         : [graph_ maximumWithPrimaryTensor:fault_
                                            secondaryTensor:flags
                                                       name:nil];
}

MPSGraphTensor* MPSGraphBuilder::scalar(double value, MPSDataType type) const {
  return [graph_ constantWithScalar:value shape:@[ @1 ] dataType:type];
}

MPSGraphTensor* MPSGraphBuilder::constant(
    const std::vector<float>& values, const std::vector<int64_t>& sizes) const {
  NSData* data = [NSData dataWithBytes:values.data()
                                length:values.size() * sizeof(float)];
  return [graph_ constantWithData:data
                            shape:shapeOf(sizes)
                         dataType:MPSDataTypeFloat32];
}

MPSGraphTensor* MPSGraphBuilder::cast(MPSGraphTensor* tensor,
                                      MPSDataType type) const {
  if ([tensor dataType] == type) {
    return tensor;
  }
  if (type == MPSDataTypeBool) {
    // A cast takes some numbers above 1 for false.
    return [graph_ notEqualWithPrimaryTensor:tensor
                             secondaryTensor:scalar(0, [tensor dataType])
                                        name:nil];
  }
  return [graph_ castTensor:tensor toType:type name:nil];
}

MPSGraphTensor* MPSGraphBuilder::reshape(
    MPSGraphTensor* tensor, const std::vector<int64_t>& sizes) const {
  MPSShape* shape = shapeOf(sizes);
  if ([[tensor shape] isEqual:shape]) {
    return tensor;
  }
  return [graph_ reshapeTensor:tensor withShape:shape name:nil];
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
