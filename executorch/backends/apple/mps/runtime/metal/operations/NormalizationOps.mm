// Means, softmax and norms: in float32, since MPSGraph adds halves up in half.
#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::BatchNorm;
using engine::Error;
using engine::LayerNorm;
using engine::Mean;
using engine::Node;
using engine::Softmax;
using engine::ValueId;

namespace {

MPSGraphTensor* logSoftmax(const MPSGraphBuilder& builder, MPSGraphTensor* x,
                           NSInteger axis) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* largest = [graph reductionMaximumPropagateNaNWithTensor:x
                                                                     axis:axis
                                                                     name:nil];
  MPSGraphTensor* below = [graph subtractionWithPrimaryTensor:x
                                              secondaryTensor:largest
                                                         name:nil];
  MPSGraphTensor* sum =
      [graph reductionSumWithTensor:[graph exponentWithTensor:below name:nil]
                               axis:axis
                               name:nil];
  return [graph subtractionWithPrimaryTensor:below
                             secondaryTensor:[graph logarithmWithTensor:sum
                                                                   name:nil]
                                        name:nil];
}

/// A parameter of a norm under the sizes that broadcast to x; nil if left out.
MPSGraphTensor* parameter(const MPSGraphBuilder& builder, const Node& node,
                          size_t index, const std::vector<int64_t>& sizes) {
  if (index >= node.inputs.size() || node.inputs[index] == engine::kNoValue) {
    return nil;
  }
  return builder.reshape(inFloat32(builder, builder.tensor(node.inputs[index])),
                         sizes);
}

/// Gives an output the float32 tensor in the output's own type.
void setRounded(MPSGraphBuilder& builder, ValueId id, MPSGraphTensor* tensor) {
  if (id != engine::kNoValue) {
    builder.set(id, builder.cast(tensor, dataTypeOf(builder.type(id).dtype)));
  }
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node, const Mean& op) {
  MPSGraphTensor* x = inFloat32(builder, builder.tensor(node.inputs[0]));
  MPSGraphTensor* y = x;
  if (!op.axes.empty()) {
    y = [builder.graph()
        meanOfTensor:x
                axes:numbersOf({op.axes.begin(), op.axes.end()})
                name:nil];
  }
  setRounded(builder, node.outputs[0], y);
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Softmax& op) {
  MPSGraphTensor* x = inFloat32(builder, builder.tensor(node.inputs[0]));
  MPSGraphTensor* y = op.is_log ? logSoftmax(builder, x, op.axis)
                                : [builder.graph() softMaxWithTensor:x
                                                                axis:op.axis
                                                                name:nil];
  setRounded(builder, node.outputs[0], y);
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const LayerNorm& op) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* x = inFloat32(builder, builder.tensor(node.inputs[0]));
  const std::vector<int64_t>& from = builder.type(node.inputs[0]).sizes;
  std::vector<int64_t> axes;
  std::vector<int64_t> sizes(from.size(), 1);
  for (auto axis = static_cast<size_t>(op.first_axis); axis < from.size();
       ++axis) {
    axes.push_back(static_cast<int64_t>(axis));
    sizes[axis] = from[axis];
  }
  MPSGraphTensor* mean = [graph meanOfTensor:x axes:numbersOf(axes) name:nil];
  MPSGraphTensor* variance = [graph varianceOfTensor:x
                                          meanTensor:mean
                                                axes:numbersOf(axes)
                                                name:nil];
  MPSGraphTensor* y =
      [graph normalizationWithTensor:x
                          meanTensor:mean
                      varianceTensor:variance
                         gammaTensor:parameter(builder, node, 1, sizes)
                          betaTensor:parameter(builder, node, 2, sizes)
                             epsilon:static_cast<float>(op.epsilon)
                                name:nil];
  setRounded(builder, node.outputs[0], y);
  if (node.outputs.size() > 1) {
    setRounded(builder, node.outputs[1], mean);
  }
  if (node.outputs.size() > 2) {
    MPSGraphTensor* shifted = [graph
        additionWithPrimaryTensor:variance
                  secondaryTensor:builder.scalar(op.epsilon, MPSDataTypeFloat32)
                             name:nil];
    setRounded(builder, node.outputs[2],
               [graph reverseSquareRootWithTensor:shifted name:nil]);
  }
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const BatchNorm& op) {
  const std::vector<int64_t>& from = builder.type(node.inputs[0]).sizes;
  std::vector<int64_t> sizes(from.size(), 1);
  sizes[1] = from[1];
  MPSGraphTensor* y = [builder.graph()
      normalizationWithTensor:inFloat32(builder, builder.tensor(node.inputs[0]))
                   meanTensor:parameter(builder, node, 1, sizes)
               varianceTensor:parameter(builder, node, 2, sizes)
                  gammaTensor:parameter(builder, node, 3, sizes)
                   betaTensor:parameter(builder, node, 4, sizes)
                      epsilon:static_cast<float>(op.epsilon)
                         name:nil];
  setRounded(builder, node.outputs[0], y);
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
