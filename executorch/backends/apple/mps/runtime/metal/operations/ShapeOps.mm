#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

#include <numeric>

namespace executorch {
namespace backends {
namespace mps {

using engine::Broadcast;
using engine::Cast;
using engine::Concat;
using engine::Error;
using engine::Node;
using engine::Pad;
using engine::PixelShuffle;
using engine::Reshape;
using engine::Slice;
using engine::Transpose;

Error addOperation(MPSGraphBuilder& builder, const Node& node, const Cast&) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  builder.set(node.outputs[0],
              builder.cast(x, dataTypeOf(builder.type(node.outputs[0]).dtype)));
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node, const Reshape&) {
  builder.set(node.outputs[0], builder.tensor(node.inputs[0]));
  return Error::Ok;
}

/// A permutation is a chain of exchanges of two axes.
Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Transpose& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  std::vector<int32_t> present(op.axes.size());
  std::iota(present.begin(), present.end(), 0);
  for (size_t i = 0; i < op.axes.size(); ++i) {
    size_t j = i;
    while (present[j] != op.axes[i]) {
      ++j;
    }
    if (i != j) {
      std::swap(present[i], present[j]);
      x = [builder.graph() transposeTensor:x
                                 dimension:i
                             withDimension:j
                                      name:nil];
    }
  }
  builder.set(node.outputs[0], x);
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Broadcast&) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  MPSShape* shape = shapeOf(builder.type(node.outputs[0]).sizes);
  MPSGraphTensor* y = [builder.graph() broadcastTensor:withoutBool(builder, x)
                                               toShape:shape
                                                  name:nil];
  builder.set(node.outputs[0], withBool(builder, y, isBool(x)));
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Slice& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  const std::vector<int64_t>& from = builder.type(node.inputs[0]).sizes;
  const auto axis = static_cast<size_t>(op.axis);
  const int64_t count = builder.type(node.outputs[0]).sizes[axis];
  if (op.step == 1) {
    builder.set(node.outputs[0], [builder.graph() sliceTensor:x
                                                    dimension:axis
                                                        start:op.start
                                                       length:count
                                                         name:nil]);
    return Error::Ok;
  }
  std::vector<int64_t> starts(from.size(), 0);
  std::vector<int64_t> ends = from;
  std::vector<int64_t> strides(from.size(), 1);
  starts[axis] = op.start;
  ends[axis] = op.start + (count - 1) * op.step + 1;
  strides[axis] = op.step;
  builder.set(node.outputs[0], [builder.graph() sliceTensor:x
                                                     starts:numbersOf(starts)
                                                       ends:numbersOf(ends)
                                                    strides:numbersOf(strides)
                                                       name:nil]);
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Concat& op) {
  NSMutableArray<MPSGraphTensor*>* parts = [NSMutableArray array];
  for (const engine::ValueId id : node.inputs) {
    [parts addObject:withoutBool(builder, builder.tensor(id))];
  }
  MPSGraphTensor* y = [builder.graph() concatTensors:parts
                                           dimension:op.axis
                                                name:nil];
  builder.set(node.outputs[0],
              withBool(builder, y, isBool(builder.tensor(node.inputs[0]))));
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node, const Pad& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  if (op.before.empty()) {
    builder.set(node.outputs[0], x);
    return Error::Ok;
  }
  MPSGraphTensor* y = [builder.graph() padTensor:withoutBool(builder, x)
                                 withPaddingMode:MPSGraphPaddingModeConstant
                                     leftPadding:numbersOf(op.before)
                                    rightPadding:numbersOf(op.after)
                                   constantValue:op.value
                                            name:nil];
  builder.set(node.outputs[0], withBool(builder, y, isBool(x)));
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const PixelShuffle& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  MPSGraphTensor* y =
      [builder.graph() depthToSpace2DTensor:withoutBool(builder, x)
                                  widthAxis:3
                                 heightAxis:2
                                  depthAxis:1
                                  blockSize:static_cast<NSUInteger>(op.factor)
                       usePixelShuffleOrder:YES
                                       name:nil];
  builder.set(node.outputs[0], withBool(builder, y, isBool(x)));
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
