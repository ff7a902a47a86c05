#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::Node;
using engine::Select;

MPSGraphTensor* select(MPSGraph* graph, MPSGraphTensor* condition,
                       MPSGraphTensor* a, MPSGraphTensor* b) {
  return [graph selectWithPredicateTensor:condition
                      truePredicateTensor:a
                     falsePredicateTensor:b
                                     name:nil];
}

Error addOperation(MPSGraphBuilder& builder, const Node& node, const Select&) {
  MPSGraphTensor* a = builder.tensor(node.inputs[1]);
  MPSGraphTensor* b = builder.tensor(node.inputs[2]);
  MPSGraphTensor* result =
      select(builder.graph(), builder.tensor(node.inputs[0]),
             withoutBool(builder, a), withoutBool(builder, b));
  builder.set(node.outputs[0], withBool(builder, result, isBool(a)));
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
