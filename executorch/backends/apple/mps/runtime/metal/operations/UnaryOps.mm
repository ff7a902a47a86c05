#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

namespace executorch {
namespace backends {
namespace mps {

using engine::Error;
using engine::Node;
using engine::Unary;
using Kind = engine::Unary::Kind;

namespace {

MPSGraphTensor* add(MPSGraph* graph, MPSGraphTensor* a, MPSGraphTensor* b) {
  return [graph additionWithPrimaryTensor:a secondaryTensor:b name:nil];
}

MPSGraphTensor* multiply(MPSGraph* graph, MPSGraphTensor* a,
                         MPSGraphTensor* b) {
  return [graph multiplicationWithPrimaryTensor:a secondaryTensor:b name:nil];
}

/// (x > 0) - (x < 0): no matter what MPSGraph's own says of NaN.
MPSGraphTensor* sign(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* zero = builder.scalar(0, [x dataType]);
  MPSGraphTensor* above = [graph greaterThanWithPrimaryTensor:x
                                              secondaryTensor:zero
                                                         name:nil];
  MPSGraphTensor* below = [graph lessThanWithPrimaryTensor:x
                                           secondaryTensor:zero
                                                      name:nil];
  return [graph subtractionWithPrimaryTensor:builder.cast(above, [x dataType])
                             secondaryTensor:builder.cast(below, [x dataType])
                                        name:nil];
}

/// In float32, so that halves are rounded once.
MPSGraphTensor* gelu(const MPSGraphBuilder& builder, MPSGraphTensor* input,
                     bool isTanh) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* x = inFloat32(builder, input);
  const auto number = [&](double value) {
    return builder.scalar(value, MPSDataTypeFloat32);
  };
  MPSGraphTensor* inner = nil;
  if (isTanh) {
    MPSGraphTensor* cube = multiply(graph, multiply(graph, x, x), x);
    inner = add(graph, x, multiply(graph, cube, number(0.044715)));
    inner = multiply(graph, inner, number(0.79788456080286536));
    inner = [graph tanhWithTensor:inner name:nil];
  } else {
    inner = multiply(graph, x, number(0.70710678118654752));
    inner = [graph erfWithTensor:inner name:nil];
  }
  MPSGraphTensor* half = multiply(graph, x, number(0.5));
  return builder.cast(multiply(graph, half, add(graph, inner, number(1))),
                      [input dataType]);
}

/// -1 - x, or 255 - x of uint8: the complement of the bits.
MPSGraphTensor* complement(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  if (isBool(x)) {
    return [builder.graph() notWithTensor:x name:nil];
  }
  const double ones = [x dataType] == MPSDataTypeUInt8 ? 255 : -1;
  return [builder.graph()
      subtractionWithPrimaryTensor:builder.scalar(ones, [x dataType])
                   secondaryTensor:x
                              name:nil];
}

MPSGraphTensor* isZero(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  if (isBool(x)) {
    return [builder.graph() notWithTensor:x name:nil];
  }
  return [builder.graph() equalWithPrimaryTensor:x
                                 secondaryTensor:builder.scalar(0, [x dataType])
                                            name:nil];
}

/// False everywhere.
MPSGraphTensor* never(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  x = withoutBool(builder, x);
  return [builder.graph() notEqualWithPrimaryTensor:x
                                    secondaryTensor:x
                                               name:nil];
}

MPSGraphTensor* floatFunction(const MPSGraphBuilder& builder, Kind kind,
                              MPSGraphTensor* x) {
  MPSGraph* graph = builder.graph();
  switch (kind) {
    case Kind::kFloor:
      return [graph floorWithTensor:x name:nil];
    case Kind::kCeil:
      return [graph ceilWithTensor:x name:nil];
    case Kind::kRound:
      return [graph rintWithTensor:x name:nil];
    case Kind::kTruncate:
      return truncate(builder, x);
    case Kind::kReciprocal:
      return [graph reciprocalWithTensor:x name:nil];
    case Kind::kSqrt:
      return [graph squareRootWithTensor:x name:nil];
    case Kind::kRsqrt:
      return [graph reverseSquareRootWithTensor:x name:nil];
    case Kind::kExp:
      return [graph exponentWithTensor:x name:nil];
    case Kind::kExp2:
      return [graph exponentBase2WithTensor:x name:nil];
    case Kind::kLog:
      return [graph logarithmWithTensor:x name:nil];
    case Kind::kLog2:
      return [graph logarithmBase2WithTensor:x name:nil];
    case Kind::kLog10:
      return [graph logarithmBase10WithTensor:x name:nil];
    case Kind::kErf:
      return [graph erfWithTensor:x name:nil];
    case Kind::kSin:
      return [graph sinWithTensor:x name:nil];
    case Kind::kCos:
      return [graph cosWithTensor:x name:nil];
    case Kind::kTan:
      return [graph tanWithTensor:x name:nil];
    case Kind::kAsin:
      return [graph asinWithTensor:x name:nil];
    case Kind::kAcos:
      return [graph acosWithTensor:x name:nil];
    case Kind::kAtan:
      return [graph atanWithTensor:x name:nil];
    case Kind::kSinh:
      return [graph sinhWithTensor:x name:nil];
    case Kind::kCosh:
      return [graph coshWithTensor:x name:nil];
    case Kind::kTanh:
      return [graph tanhWithTensor:x name:nil];
    case Kind::kAsinh:
      return [graph asinhWithTensor:x name:nil];
    case Kind::kAcosh:
      return [graph acoshWithTensor:x name:nil];
    case Kind::kAtanh:
      return [graph atanhWithTensor:x name:nil];
    case Kind::kSigmoid:
      return [graph sigmoidWithTensor:x name:nil];
    case Kind::kGelu:
      return gelu(builder, x, false);
    case Kind::kGeluTanh:
      return gelu(builder, x, true);
    case Kind::kIsNan:
      return [graph isNaNWithTensor:x name:nil];
    case Kind::kIsInf:
      return [graph isInfiniteWithTensor:x name:nil];
    default:
      return nil;  // of every number, below
  }
}

MPSGraphTensor* integerFunction(const MPSGraphBuilder& builder, Kind kind,
                                MPSGraphTensor* x) {
  switch (kind) {
    case Kind::kFloor:
    case Kind::kCeil:
    case Kind::kRound:
    case Kind::kTruncate:
      return x;
    case Kind::kIsNan:
    case Kind::kIsInf:
      return never(builder, x);
    default:
      return nil;
  }
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Unary& op) {
  MPSGraphTensor* x = builder.tensor(node.inputs[0]);
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* y = nil;
  switch (op.kind) {
    case Kind::kAbs:
      y = [graph absoluteWithTensor:x name:nil];
      break;
    case Kind::kNeg:
      y = [graph negativeWithTensor:x name:nil];
      break;
    case Kind::kSign:
      y = sign(builder, x);
      break;
    case Kind::kRelu:
      y = maximum(builder, x, builder.scalar(0, [x dataType]));
      break;
    case Kind::kBitwiseNot:
      y = complement(builder, x);
      break;
    case Kind::kLogicalNot:
      y = isZero(builder, x);
      break;
    default:
      y = ([x dataType] & MPSDataTypeFloatBit) != 0
              ? floatFunction(builder, op.kind, x)
              : integerFunction(builder, op.kind, x);
  }
  builder.set(node.outputs[0], y);
  return Error::Ok;
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
