// Arithmetic of one operand.
#include <cmath>

#import "../graph.h"

using namespace mps_emulation;

namespace {

/// -x, which wraps.
int64_t opposite(int64_t x) {
  return static_cast<int64_t>(0 - static_cast<uint64_t>(x));
}

/// y = f(x) of a float, or g(x) of an integer.
template <typename Float, typename Integer>
MPSGraphTensor* map(MPSGraph* graph, const char* operation,
                    MPSGraphTensor* tensor, Float f, Integer g) {
  check_not_bool(operation, tensor);
  return add(graph, operation, tensor->type_, tensor->dims_, {tensor},
             [f, g](const std::vector<const Value*>& operands) {
               Value y = *operands[0];
               for (float& x : y.floats) {
                 x = f(x);
               }
               for (int64_t& x : y.integers) {
                 x = g(x);
               }
               return y;
             });
}

template <typename Float>
MPSGraphTensor* map_float(MPSGraph* graph, const char* operation,
                          MPSGraphTensor* tensor, Float f) {
  check_float(operation, tensor);
  return map(graph, operation, tensor, f, [](int64_t x) { return x; });
}

template <typename Float>
MPSGraphTensor* test_float(MPSGraph* graph, const char* operation,
                           MPSGraphTensor* tensor, Float f) {
  check_float(operation, tensor);
  return add(graph, operation, MPSDataTypeBool, tensor->dims_, {tensor},
             [f](const std::vector<const Value*>& operands) {
               const std::vector<float>& x = operands[0]->floats;
               Value y(MPSDataTypeBool, operands[0]->dims);
               for (size_t i = 0; i < x.size(); ++i) {
                 y.integers[i] = f(x[i]);
               }
               return y;
             });
}

}  // namespace

#define FLOAT_OPERATION(operation, expression)                           \
  -(MPSGraphTensor*)operation##WithTensor : (MPSGraphTensor*)tensor name \
      : (NSString*)name {                                                \
    return map_float(self, #operation, tensor,                           \
                     [](float x) -> float { return expression; });       \
  }

@implementation MPSGraph (UnaryOps)

FLOAT_OPERATION(exponent, std::exp(x))
FLOAT_OPERATION(exponentBase2, std::exp2(x))
FLOAT_OPERATION(logarithm, std::log(x))
FLOAT_OPERATION(logarithmBase2, std::log2(x))
FLOAT_OPERATION(logarithmBase10, std::log10(x))
FLOAT_OPERATION(squareRoot, std::sqrt(x))
FLOAT_OPERATION(reverseSquareRoot, 1 / std::sqrt(x))
FLOAT_OPERATION(reciprocal, 1 / x)
FLOAT_OPERATION(sigmoid, 1 / (1 + std::exp(-x)))
FLOAT_OPERATION(erf, std::erf(x))
FLOAT_OPERATION(sin, std::sin(x))
FLOAT_OPERATION(cos, std::cos(x))
FLOAT_OPERATION(tan, std::tan(x))
FLOAT_OPERATION(asin, std::asin(x))
FLOAT_OPERATION(acos, std::acos(x))
FLOAT_OPERATION(atan, std::atan(x))
FLOAT_OPERATION(sinh, std::sinh(x))
FLOAT_OPERATION(cosh, std::cosh(x))
FLOAT_OPERATION(tanh, std::tanh(x))
FLOAT_OPERATION(asinh, std::asinh(x))
FLOAT_OPERATION(acosh, std::acosh(x))
FLOAT_OPERATION(atanh, std::atanh(x))
FLOAT_OPERATION(floor, std::floor(x))
FLOAT_OPERATION(ceil, std::ceil(x))
FLOAT_OPERATION(rint, std::nearbyint(x))

- (MPSGraphTensor*)absoluteWithTensor:(MPSGraphTensor*)tensor
                                 name:(NSString*)name {
  return map(
      self, "absolute", tensor, [](float x) { return std::fabs(x); },
      [](int64_t x) { return x < 0 ? opposite(x) : x; });
}

- (MPSGraphTensor*)negativeWithTensor:(MPSGraphTensor*)tensor
                                 name:(NSString*)name {
  return map(
      self, "negative", tensor, [](float x) { return -x; }, opposite);
}

- (MPSGraphTensor*)isNaNWithTensor:(MPSGraphTensor*)tensor
                              name:(NSString*)name {
  return test_float(self, "isNaN", tensor,
                    [](float x) { return std::isnan(x); });
}

- (MPSGraphTensor*)isInfiniteWithTensor:(MPSGraphTensor*)tensor
                                   name:(NSString*)name {
  return test_float(self, "isInfinite", tensor,
                    [](float x) { return std::isinf(x); });
}

- (MPSGraphTensor*)notWithTensor:(MPSGraphTensor*)tensor name:(NSString*)name {
  check_bool("not", tensor);
  return add(self, "not", MPSDataTypeBool, tensor->dims_, {tensor},
             [](const std::vector<const Value*>& operands) {
               Value y = *operands[0];
               for (int64_t& x : y.integers) {
                 x = x == 0;
               }
               return y;
             });
}

- (MPSGraphTensor*)leakyReLUWithTensor:(MPSGraphTensor*)tensor
                                 alpha:(double)alpha
                                  name:(NSString*)name {
  const auto slope = static_cast<float>(alpha);
  return map_float(self, "leakyReLU", tensor,
                   [slope](float x) { return x > 0 ? x : x * slope; });
}

@end
