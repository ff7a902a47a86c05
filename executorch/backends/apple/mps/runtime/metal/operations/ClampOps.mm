#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>

namespace executorch {
namespace backends {
namespace mps {

using engine::Clamp;
using engine::Error;
using engine::LeakyRelu;
using engine::Node;

namespace {

struct Range {
  double lowest;
  double highest;
};

/// Of the numbers of a type. Floats have all, with infinities for what half is
/// too small for.
Range rangeOf(MPSDataType type) {
  if ((type & MPSDataTypeFloatBit) != 0) {
    return {-INFINITY, INFINITY};
  }
  const int bits = static_cast<int>(type & 0xffff);
  if ((type & MPSDataTypeSignedBit) == 0) {
    return {0, std::ldexp(1.0, bits) - 1};
  }
  return {-std::ldexp(1.0, bits - 1), std::ldexp(1.0, bits - 1) - 1};
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Clamp& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  const MPSDataType type = [x dataType];
  const Range range = rangeOf(type);
  ET_CHECK_OR_RETURN_ERROR(
      op.min_value <= range.highest && op.max_value >= range.lowest,
      NotSupported, "bounds %g and %g have nothing in common with the dtype",
      op.min_value, op.max_value);
  if (op.min_value > range.lowest) {
    x = maximum(builder, x, builder.scalar(op.min_value, type));
  }
  if (op.max_value < range.highest) {
    x = minimum(builder, x, builder.scalar(op.max_value, type));
  }
  builder.set(node.outputs[0], x);
  return Error::Ok;
}

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const LeakyRelu& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  builder.set(node.outputs[0],
              [builder.graph() leakyReLUWithTensor:x
                                             alpha:op.negative_slope
                                              name:nil]);
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
