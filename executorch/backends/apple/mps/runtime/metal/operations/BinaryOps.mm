#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>
#include <executorch/runtime/platform/log.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace executorch {
namespace backends {
namespace mps {

using engine::Binary;
using engine::Clamp;
using engine::Error;
using engine::LeakyRelu;
using engine::Node;
using engine::Select;
using Kind = engine::Binary::Kind;

namespace {

MPSGraphTensor* select(MPSGraph* graph, MPSGraphTensor* condition,
                       MPSGraphTensor* a, MPSGraphTensor* b) {
  return [graph selectWithPredicateTensor:condition
                      truePredicateTensor:a
                     falsePredicateTensor:b
                                     name:nil];
}

MPSGraphTensor* isNegative(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  return [builder.graph()
      lessThanWithPrimaryTensor:x
                secondaryTensor:builder.scalar(0, [x dataType])
                           name:nil];
}

/// Of floats, with the sign of a. On magnitudes, so that it does not matter
/// which sign MPSGraph gives a remainder.
MPSGraphTensor* fmod(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                     MPSGraphTensor* b) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* rest =
      [graph moduloWithPrimaryTensor:[graph absoluteWithTensor:a name:nil]
                     secondaryTensor:[graph absoluteWithTensor:b name:nil]
                                name:nil];
  rest = select(graph, isNegative(builder, a),
                [graph negativeWithTensor:rest name:nil], rest);
  // Of divisor 0 Apple documents nothing, or 0 for the floored remainder.
  MPSGraphTensor* isZero =
      [graph equalWithPrimaryTensor:b
                    secondaryTensor:builder.scalar(0, [b dataType])
                               name:nil];
  MPSGraphTensor* nan = builder.cast(
      builder.constant({std::numeric_limits<float>::quiet_NaN()}, {}),
      [a dataType]);
  return select(graph, isZero, nan, rest);
}

/// The remainder and b have opposite signs, and there is a remainder.
MPSGraphTensor* isOpposite(const MPSGraphBuilder& builder, MPSGraphTensor* rest,
                           MPSGraphTensor* b) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* isThere =
      [graph notEqualWithPrimaryTensor:rest
                       secondaryTensor:builder.scalar(0, [rest dataType])
                                  name:nil];
  MPSGraphTensor* differs =
      [graph logicalXORWithPrimaryTensor:isNegative(builder, rest)
                         secondaryTensor:isNegative(builder, b)
                                    name:nil];
  return [graph logicalANDWithPrimaryTensor:isThere
                            secondaryTensor:differs
                                       name:nil];
}

MPSGraphTensor* remainder(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                          MPSGraphTensor* b) {
  MPSGraphTensor* rest = fmod(builder, a, b);
  MPSGraphTensor* sum = [builder.graph() additionWithPrimaryTensor:rest
                                                   secondaryTensor:b
                                                              name:nil];
  return select(builder.graph(), isOpposite(builder, rest, b), sum, rest);
}

/// ATen's: from the remainder, so that a quotient just below a whole number
/// does not become it; of a divisor 0 the quotient.
MPSGraphTensor* floorDiv(const MPSGraphBuilder& builder, MPSGraphTensor* a,
                         MPSGraphTensor* b) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* rest = fmod(builder, a, b);
  MPSGraphTensor* whole = [graph subtractionWithPrimaryTensor:a
                                              secondaryTensor:rest
                                                         name:nil];
  whole = [graph rintWithTensor:[graph divisionWithPrimaryTensor:whole
                                                 secondaryTensor:b
                                                            name:nil]
                           name:nil];
  MPSGraphTensor* below =
      [graph subtractionWithPrimaryTensor:whole
                          secondaryTensor:builder.scalar(1, [a dataType])
                                     name:nil];
  MPSGraphTensor* isZero =
      [graph equalWithPrimaryTensor:b
                    secondaryTensor:builder.scalar(0, [b dataType])
                               name:nil];
  return select(graph, isZero,
                [graph divisionWithPrimaryTensor:a secondaryTensor:b name:nil],
                select(graph, isOpposite(builder, rest, b), below, whole));
}

MPSGraphTensor* floatQuotient(const MPSGraphBuilder& builder, Kind kind,
                              MPSGraphTensor* a, MPSGraphTensor* b) {
  // A half of a quotient or a remainder would be rounded more than once.
  MPSGraphTensor* x = inFloat32(builder, a);
  MPSGraphTensor* y = inFloat32(builder, b);
  MPSGraphTensor* result = nil;
  switch (kind) {
    case Kind::kFloorDiv:
      result = floorDiv(builder, x, y);
      break;
    case Kind::kFmod:
      result = fmod(builder, x, y);
      break;
    case Kind::kRemainder:
      result = remainder(builder, x, y);
      break;
    default:
      result = truncate(builder,
                        [builder.graph() divisionWithPrimaryTensor:x
                                                   secondaryTensor:y
                                                              name:nil]);
  }
  return builder.cast(result, [a dataType]);
}

/// The only element of a constant exponent, if it is one of the small whole
/// numbers for which a product is exact and cheap; otherwise -1.
int wholeExponent(const engine::Value& value) {
  if (!value.is_constant() || value.type.numel() != 1) {
    return -1;
  }
  double exponent = -1;
  if (value.type.dtype == engine::ScalarType::Float) {
    float number = 0;
    std::memcpy(&number, value.data, sizeof number);
    exponent = static_cast<double>(number);
  } else if (engine::is_integer(value.type.dtype)) {
    // Little-endian: the bytes of a small number come first.
    uint8_t number = 0;
    std::memcpy(&number, value.data, sizeof number);
    int64_t whole = 0;
    std::memcpy(&whole, value.data, value.type.nbytes());
    exponent = whole == number ? number : -1;
  }
  return exponent >= 1 && exponent <= 8 &&
                 exponent == static_cast<double>(static_cast<int>(exponent))
             ? static_cast<int>(exponent)
             : -1;
}

MPSGraphTensor* power(const MPSGraphBuilder& builder, const Node& node) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* a = builder.tensor(node.inputs[0]);
  MPSGraphTensor* b = builder.tensor(node.inputs[1]);
  const bool isInteger = ([a dataType] & MPSDataTypeFloatBit) == 0;
  const int exponent =
      wholeExponent(builder.source().values()[node.inputs[1]]);
  if (exponent < 0 || (exponent > 2 && !isInteger)) {
    return isInteger ? nil
                     : [graph powerWithPrimaryTensor:a
                                     secondaryTensor:b
                                                name:nil];
  }
  MPSGraphTensor* product = a;
  for (int i = 1; i < exponent; ++i) {
    product = [graph multiplicationWithPrimaryTensor:product
                                     secondaryTensor:a
                                                name:nil];
  }
  // The exponent may have more dimensions.
  return [graph broadcastTensor:product
                        toShape:shapeOf(builder.type(node.outputs[0]).sizes)
                           name:nil];
}

MPSGraphTensor* bits(const MPSGraphBuilder& builder, Kind kind,
                     MPSGraphTensor* a, MPSGraphTensor* b) {
  MPSGraph* graph = builder.graph();
  if (isBool(a)) {
    switch (kind) {
      case Kind::kBitwiseAnd:
        return [graph logicalANDWithPrimaryTensor:a secondaryTensor:b name:nil];
      case Kind::kBitwiseOr:
        return [graph logicalORWithPrimaryTensor:a secondaryTensor:b name:nil];
      default:
        return [graph logicalXORWithPrimaryTensor:a secondaryTensor:b name:nil];
    }
  }
  if (@available(macOS 13.0, iOS 16.1, *)) {
    switch (kind) {
      case Kind::kBitwiseAnd:
        return [graph bitwiseANDWithPrimaryTensor:a secondaryTensor:b name:nil];
      case Kind::kBitwiseOr:
        return [graph bitwiseORWithPrimaryTensor:a secondaryTensor:b name:nil];
      default:
        return [graph bitwiseXORWithPrimaryTensor:a secondaryTensor:b name:nil];
    }
  }
  return nil;
}

MPSGraphTensor* comparison(const MPSGraphBuilder& builder, Kind kind,
                           MPSGraphTensor* a, MPSGraphTensor* b) {
  MPSGraph* graph = builder.graph();
  a = withoutBool(builder, a);
  b = withoutBool(builder, b);
  switch (kind) {
    case Kind::kEq:
      return [graph equalWithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kNe:
      return [graph notEqualWithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kLt:
      return [graph lessThanWithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kLe:
      return [graph lessThanOrEqualToWithPrimaryTensor:a
                                       secondaryTensor:b
                                                  name:nil];
    case Kind::kGt:
      return [graph greaterThanWithPrimaryTensor:a secondaryTensor:b name:nil];
    default:
      return [graph greaterThanOrEqualToWithPrimaryTensor:a
                                          secondaryTensor:b
                                                     name:nil];
  }
}

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

/// Nil for what MPSGraph of this system does not compute exactly.
MPSGraphTensor* compute(const MPSGraphBuilder& builder, const Node& node,
                        Kind kind) {
  MPSGraph* graph = builder.graph();
  MPSGraphTensor* a = builder.tensor(node.inputs[0]);
  MPSGraphTensor* b = builder.tensor(node.inputs[1]);
  switch (kind) {
    case Kind::kAdd:
      return [graph additionWithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kSub:
      return [graph subtractionWithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kMul:
      return [graph multiplicationWithPrimaryTensor:a
                                    secondaryTensor:b
                                               name:nil];
    case Kind::kDiv:
      return [graph divisionWithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kFloorDiv:
    case Kind::kTruncDiv:
    case Kind::kFmod:
    case Kind::kRemainder:
      return ([a dataType] & MPSDataTypeFloatBit) != 0
                 ? floatQuotient(builder, kind, a, b)
                 : nil;
    case Kind::kMinimum:
      return minimum(builder, a, b);
    case Kind::kMaximum:
      return maximum(builder, a, b);
    case Kind::kPow:
      return power(builder, node);
    case Kind::kAtan2:
      return [graph atan2WithPrimaryTensor:a secondaryTensor:b name:nil];
    case Kind::kBitwiseAnd:
    case Kind::kBitwiseOr:
    case Kind::kBitwiseXor:
      return bits(builder, kind, a, b);
    default:
      return comparison(builder, kind, a, b);
  }
}

}  // namespace

Error addOperation(MPSGraphBuilder& builder, const Node& node,
                   const Binary& op) {
  MPSGraphTensor* result = compute(builder, node, op.kind);
  ET_CHECK_OR_RETURN_ERROR(
      result != nil, NotSupported,
      "MPSGraph does not compute operator %d of two tensors on %s exactly",
      static_cast<int>(op.kind),
      engine::to_string(builder.type(node.inputs[0])).c_str());
  builder.set(node.outputs[0], result);
  return Error::Ok;
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
