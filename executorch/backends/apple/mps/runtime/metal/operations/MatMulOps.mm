#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::MatMul;
using engine::Node;
using engine::TensorType;

namespace {

using Sizes = std::vector<int64_t>;

/// An operand of more than four dimensions as one of three: MPSGraph's product
/// fails for them. `batch` are the leading sizes of the result.
MPSGraphTensor* flattened(const MPSGraphBuilder& builder,
                          engine::ValueId operand, const Sizes& batch) {
  const Sizes& sizes = builder.type(operand).sizes;
  Sizes whole = batch;
  whole.insert(whole.end(), sizes.end() - 2, sizes.end());
  MPSGraphTensor* x = [builder.graph() broadcastTensor:builder.tensor(operand)
                                               toShape:shapeOf(whole)
                                                  name:nil];
  int64_t count = 1;
  for (const int64_t size : batch) {
    count *= size;
  }
  return builder.reshape(x, {count, sizes.end()[-2], sizes.end()[-1]});
}

MPSGraphTensor* product(const MPSGraphBuilder& builder, const Node& node) {
  MPSGraphTensor* a = builder.tensor(node.inputs[0]);
  MPSGraphTensor* b = builder.tensor(node.inputs[1]);
  const Sizes& result = builder.type(node.outputs[0]).sizes;
  const bool isFlattened = result.size() > 4;
  if (isFlattened) {
    const Sizes batch(result.begin(), result.end() - 2);
    a = flattened(builder, node.inputs[0], batch);
    b = flattened(builder, node.inputs[1], batch);
  }
  MPSGraphTensor* y =
      [builder.graph() matrixMultiplicationWithPrimaryTensor:a
                                             secondaryTensor:b
                                                        name:nil];
  return isFlattened ? builder.reshape(y, result) : y;
}

MPSGraphTensor* scaled(const MPSGraphBuilder& builder, MPSGraphTensor* x,
                       double factor) {
  if (factor == 1) {
    return x;
  }
  return [builder.graph()
      multiplicationWithPrimaryTensor:x
                      secondaryTensor:builder.scalar(factor, [x dataType])
                                 name:nil];
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const MatMul& op) {
  MPSGraphTensor* y = scaled(builder, product(builder, node), op.alpha);
  if (node.inputs.size() > 2 && node.inputs[2] != engine::kNoValue) {
    MPSGraphTensor* c =
        scaled(builder, builder.tensor(node.inputs[2]), op.beta);
    y = [builder.graph() additionWithPrimaryTensor:y
                                   secondaryTensor:c
                                              name:nil];
  }
  builder.set(node.outputs[0], y);
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
