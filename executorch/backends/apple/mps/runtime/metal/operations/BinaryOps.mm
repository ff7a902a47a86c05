#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>

namespace executorch {
namespace backends {
namespace mps {

using engine::Binary;
using engine::Error;
using engine::Node;
using Kind = engine::Binary::Kind;

namespace {

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
  const int exponent = wholeExponent(builder.source().values()[node.inputs[1]]);
  if (exponent < 0 || (exponent > 2 && !isInteger)) {
    return isInteger
               ? nil
               : [graph powerWithPrimaryTensor:a secondaryTensor:b name:nil];
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

}  // namespace mps
}  // namespace backends
}  // namespace executorch
