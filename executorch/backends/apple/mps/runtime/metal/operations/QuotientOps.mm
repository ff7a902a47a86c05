// Whole quotients and remainders of floats.
#include <executorch/backends/apple/mps/runtime/metal/operations/Operations.h>

#include <limits>

namespace executorch {
namespace backends {
namespace mps {

using Kind = engine::Binary::Kind;

namespace {

MPSGraphTensor* isNegative(const MPSGraphBuilder& builder, MPSGraphTensor* x) {
  return
      [builder.graph() lessThanWithPrimaryTensor:x
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

}  // namespace

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
      result =
          truncate(builder, [builder.graph() divisionWithPrimaryTensor:x
                                                       secondaryTensor:y
                                                                  name:nil]);
  }
  return builder.cast(result, [a dataType]);
}

}  // namespace mps
}  // namespace backends
}  // namespace executorch
