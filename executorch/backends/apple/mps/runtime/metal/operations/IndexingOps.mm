#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::Gather;
using engine::GatherNd;
using engine::Node;
using engine::ScatterNd;
using engine::ValueId;

namespace {

/// Indices of an axis of `size` elements as int32 from 0 on. Others are a fault
/// of the run; the GPU reads a valid element for them all the same. In the type
/// of the indices up to the last cast, which would wrap large ones into range.
MPSGraphTensor* checkedIndices(MPSGraphBuilder& builder, MPSGraphTensor* index,
                               int64_t size, bool allowsNegative) {
  MPSGraph* graph = builder.graph();
  if ([index dataType] != MPSDataTypeInt64) {
    index = builder.cast(index, MPSDataTypeInt32);
  }
  const auto number = [&](int64_t value) {
    return builder.scalar(static_cast<double>(value), [index dataType]);
  };
  const int64_t lowest = allowsNegative ? -size : 0;
  MPSGraphTensor* isBelow = [graph lessThanWithPrimaryTensor:index
                                             secondaryTensor:number(lowest)
                                                        name:nil];
  MPSGraphTensor* isAbove =
      [graph greaterThanOrEqualToWithPrimaryTensor:index
                                   secondaryTensor:number(size)
                                              name:nil];
  builder.addFault([graph logicalORWithPrimaryTensor:isBelow
                                     secondaryTensor:isAbove
                                                name:nil]);
  MPSGraphTensor* valid = minimum(
      builder, maximum(builder, index, number(lowest)), number(size - 1));
  if (allowsNegative) {
    MPSGraphTensor* isNegative = [graph lessThanWithPrimaryTensor:valid
                                                  secondaryTensor:number(0)
                                                             name:nil];
    MPSGraphTensor* wrapped = [graph additionWithPrimaryTensor:valid
                                               secondaryTensor:number(size)
                                                          name:nil];
    valid = [graph selectWithPredicateTensor:isNegative
                         truePredicateTensor:wrapped
                        falsePredicateTensor:valid
                                        name:nil];
  }
  return builder.cast(valid, MPSDataTypeInt32);
}

/// The sizes to which the index tensors from `first` on broadcast, one
/// dimension at least: MPSGraph does not scatter to scalars.
std::vector<int64_t> indexSizes(const MPSGraphBuilder& builder,
                                const Node& node, size_t first) {
  std::vector<int64_t> sizes{1};
  for (size_t i = first; i < node.inputs.size(); ++i) {
    const std::vector<int64_t>& own = builder.type(node.inputs[i]).sizes;
    if (own.size() > sizes.size()) {
      sizes.insert(sizes.begin(), own.size() - sizes.size(), 1);
    }
    const size_t missing = sizes.size() - own.size();
    for (size_t axis = 0; axis < own.size(); ++axis) {
      int64_t& size = sizes[missing + axis];
      size = size == 1 ? own[axis] : size;
    }
  }
  return sizes;
}

/// The index tensors from `first` on as coordinates: a last dimension with one
/// for each of the first axes of x.
MPSGraphTensor* coordinates(MPSGraphBuilder& builder, const Node& node,
                            size_t first) {
  const std::vector<int64_t>& from = builder.type(node.inputs[0]).sizes;
  const std::vector<int64_t> sizes = indexSizes(builder, node, first);
  std::vector<int64_t> column = sizes;
  column.push_back(1);
  NSMutableArray<MPSGraphTensor*>* parts = [NSMutableArray array];
  for (size_t i = first; i < node.inputs.size(); ++i) {
    MPSGraphTensor* index = checkedIndices(
        builder, builder.tensor(node.inputs[i]), from[i - first], true);
    index = [builder.graph() broadcastTensor:index
                                     toShape:shapeOf(sizes)
                                        name:nil];
    [parts addObject:builder.reshape(index, column)];
  }
  return [builder.graph() concatTensors:parts
                              dimension:static_cast<NSInteger>(sizes.size())
                                   name:nil];
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Gather& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  const auto axis = static_cast<size_t>(op.axis);
  MPSGraphTensor* index = checkedIndices(
      builder, builder.tensor(node.inputs[1]),
      builder.type(node.inputs[0]).sizes[axis], op.allows_negative);
  MPSGraphTensor* y =
      [builder.graph() gatherWithUpdatesTensor:withoutBool(builder, x)
                                 indicesTensor:index
                                          axis:axis
                               batchDimensions:0
                                          name:nil];
  builder.set(node.outputs[0], withBool(builder, y, isBool(x)));
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const GatherNd&) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  MPSGraphTensor* y =
      [builder.graph() gatherNDWithUpdatesTensor:withoutBool(builder, x)
                                   indicesTensor:coordinates(builder, node, 1)
                                 batchDimensions:0
                                            name:nil];
  builder.set(node.outputs[0], withBool(builder, y, isBool(x)));
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const ScatterNd& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  const MPSDataType type = [x dataType];
  const auto prepared = [&](MPSGraphTensor* tensor) {
    // Sums of halves are rounded once.
    return op.accumulate && type == MPSDataTypeFloat16
               ? inFloat32(builder, tensor)
               : withoutBool(builder, tensor);
  };
  const std::vector<int64_t>& from = builder.type(node.inputs[0]).sizes;
  const size_t depth = node.inputs.size() - 2;
  std::vector<int64_t> slices = indexSizes(builder, node, 2);
  slices.insert(slices.end(), from.begin() + static_cast<ptrdiff_t>(depth),
                from.end());
  MPSGraphTensor* values =
      [builder.graph() broadcastTensor:prepared(builder.tensor(node.inputs[1]))
                               toShape:shapeOf(slices)
                                  name:nil];
  MPSGraphTensor* index = coordinates(builder, node, 2);
  MPSGraphTensor* y = [builder.graph()
      scatterNDWithDataTensor:prepared(x)
                updatesTensor:values
                indicesTensor:index
              batchDimensions:0
                         mode:op.accumulate ? MPSGraphScatterModeAdd
                                            : MPSGraphScatterModeSet
                         name:nil];
  builder.set(node.outputs[0], builder.cast(y, type));
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
