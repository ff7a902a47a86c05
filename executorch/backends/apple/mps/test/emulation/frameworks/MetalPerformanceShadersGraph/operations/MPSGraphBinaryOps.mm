// Arithmetic, comparison and selection of operands that broadcast.
#include <cmath>

#import "../graph.h"

using namespace mps_emulation;

namespace {

/// f over elements of `a` and `b` as they meet in the result.
template <typename Element, typename Result, typename Function>
void combine(const Value& a, const Value& b, const Element* from_a,
             const Element* from_b, Result* to, const Dims& dims, Function f) {
  for_each_row<2>(
      dims, {broadcast_strides(a.dims, dims), broadcast_strides(b.dims, dims)},
      [&](int64_t position, int64_t n, const auto& offsets, const auto& steps) {
        const Element* x = from_a + offsets[0];
        const Element* y = from_b + offsets[1];
        Result* z = to + position;
        if (steps[0] == 1 && steps[1] == 1) {
          for (int64_t i = 0; i < n; ++i) {
            z[i] = f(x[i], y[i]);
          }
        } else {
          for (int64_t i = 0; i < n; ++i) {
            z[i] = f(x[i * steps[0]], y[i * steps[1]]);
          }
        }
      });
}

template <typename Float, typename Integer>
MPSGraphTensor* arithmetic(MPSGraph* graph, const char* operation,
                           MPSGraphTensor* a, MPSGraphTensor* b, Float f,
                           Integer g) {
  check_same_type(operation, {a, b});
  check_not_bool(operation, a);
  const Dims dims = broadcast_dims(operation, a->dims_, b->dims_);
  return add(graph, operation, a->type_, dims, {a, b},
             [dims, f, g](const std::vector<const Value*>& operands) {
               const Value& x = *operands[0];
               const Value& y = *operands[1];
               Value z(x.type, dims);
               if (is_float(x.type)) {
                 combine(x, y, x.floats.data(), y.floats.data(),
                         z.floats.data(), dims, f);
               } else {
                 combine(x, y, x.integers.data(), y.integers.data(),
                         z.integers.data(), dims, g);
               }
               return z;
             });
}

template <typename Float>
MPSGraphTensor* float_arithmetic(MPSGraph* graph, const char* operation,
                                 MPSGraphTensor* a, MPSGraphTensor* b,
                                 Float f) {
  check_float(operation, a);
  return arithmetic(graph, operation, a, b, f,
                    [](int64_t x, int64_t) { return x; });
}

template <typename Function>
MPSGraphTensor* comparison(MPSGraph* graph, const char* operation,
                           MPSGraphTensor* a, MPSGraphTensor* b, Function f) {
  check_same_type(operation, {a, b});
  check_not_bool(operation, a);
  const Dims dims = broadcast_dims(operation, a->dims_, b->dims_);
  return add(graph, operation, MPSDataTypeBool, dims, {a, b},
             [dims, f](const std::vector<const Value*>& operands) {
               const Value& x = *operands[0];
               const Value& y = *operands[1];
               Value z(MPSDataTypeBool, dims);
               if (is_float(x.type)) {
                 combine(x, y, x.floats.data(), y.floats.data(),
                         z.integers.data(), dims, f);
               } else {
                 combine(x, y, x.integers.data(), y.integers.data(),
                         z.integers.data(), dims, f);
               }
               return z;
             });
}

template <typename Function>
MPSGraphTensor* integral(MPSGraph* graph, const char* operation,
                         MPSGraphTensor* a, MPSGraphTensor* b, Function f) {
  check_same_type(operation, {a, b});
  const Dims dims = broadcast_dims(operation, a->dims_, b->dims_);
  return add(graph, operation, a->type_, dims, {a, b},
             [dims, f](const std::vector<const Value*>& operands) {
               const Value& x = *operands[0];
               const Value& y = *operands[1];
               Value z(x.type, dims);
               combine(x, y, x.integers.data(), y.integers.data(),
                       z.integers.data(), dims, f);
               return z;
             });
}

template <typename Function>
MPSGraphTensor* logical(MPSGraph* graph, const char* operation,
                        MPSGraphTensor* a, MPSGraphTensor* b, Function f) {
  check_bool(operation, a);
  return integral(graph, operation, a, b, f);
}

template <typename Function>
MPSGraphTensor* bitwise(MPSGraph* graph, const char* operation,
                        MPSGraphTensor* a, MPSGraphTensor* b, Function f) {
  check_not_bool(operation, a);
  if (is_float(a->type_)) {
    refuse(operation, "an operand is a float");
  }
  return integral(graph, operation, a, b, f);
}

uint64_t bits(int64_t x) { return static_cast<uint64_t>(x); }
int64_t integer(uint64_t x) { return static_cast<int64_t>(x); }

/// One value of the three operands at each place.
template <typename Element>
void choose(const Value& condition, const Value& a, const Value& b,
            const Element* from_a, const Element* from_b, Element* to,
            const Dims& dims) {
  for_each_row<3>(
      dims,
      {broadcast_strides(condition.dims, dims), broadcast_strides(a.dims, dims),
       broadcast_strides(b.dims, dims)},
      [&](int64_t position, int64_t n, const auto& offsets, const auto& steps) {
        for (int64_t i = 0; i < n; ++i) {
          const bool is_true =
              condition
                  .integers[static_cast<size_t>(offsets[0] + i * steps[0])] !=
              0;
          to[position + i] = is_true ? from_a[offsets[1] + i * steps[1]]
                                     : from_b[offsets[2] + i * steps[2]];
        }
      });
}

}  // namespace

#define BINARY_OPERATION(operation, function, ...)                      \
  -(MPSGraphTensor*)operation##WithPrimaryTensor                        \
      : (MPSGraphTensor*)primary secondaryTensor                        \
      : (MPSGraphTensor*)secondary name : (NSString*)name {             \
    return function(self, #operation, primary, secondary, __VA_ARGS__); \
  }

@implementation MPSGraph (BinaryOps)

BINARY_OPERATION(
    addition, arithmetic, [](float x, float y) { return x + y; },
    [](int64_t x, int64_t y) { return integer(bits(x) + bits(y)); })
BINARY_OPERATION(
    subtraction, arithmetic, [](float x, float y) { return x - y; },
    [](int64_t x, int64_t y) { return integer(bits(x) - bits(y)); })
BINARY_OPERATION(
    multiplication, arithmetic, [](float x, float y) { return x * y; },
    [](int64_t x, int64_t y) { return integer(bits(x) * bits(y)); })
// Without regard to NaN, as fmin and fmax.
BINARY_OPERATION(
    minimum, arithmetic, [](float x, float y) { return std::fmin(x, y); },
    [](int64_t x, int64_t y) { return x < y ? x : y; })
BINARY_OPERATION(
    maximum, arithmetic, [](float x, float y) { return std::fmax(x, y); },
    [](int64_t x, int64_t y) { return x > y ? x : y; })
BINARY_OPERATION(minimumWithNaNPropagation, float_arithmetic,
                 [](float x, float y) {
                   return std::isnan(x) || x < y ? x : y;
                 })
BINARY_OPERATION(maximumWithNaNPropagation, float_arithmetic,
                 [](float x, float y) {
                   return std::isnan(x) || x > y ? x : y;
                 })
BINARY_OPERATION(division, float_arithmetic,
                 [](float x, float y) { return x / y; })
BINARY_OPERATION(modulo, float_arithmetic,
                 [](float x, float y) { return std::fmod(x, y); })
BINARY_OPERATION(power, float_arithmetic,
                 [](float x, float y) { return std::pow(x, y); })
BINARY_OPERATION(atan2, float_arithmetic,
                 [](float x, float y) { return std::atan2(x, y); })

BINARY_OPERATION(equal, comparison, [](auto x, auto y) { return x == y; })
BINARY_OPERATION(notEqual, comparison, [](auto x, auto y) { return x != y; })
BINARY_OPERATION(lessThan, comparison, [](auto x, auto y) { return x < y; })
BINARY_OPERATION(lessThanOrEqualTo, comparison,
                 [](auto x, auto y) { return x <= y; })
BINARY_OPERATION(greaterThan, comparison, [](auto x, auto y) { return x > y; })
BINARY_OPERATION(greaterThanOrEqualTo, comparison,
                 [](auto x, auto y) { return x >= y; })

BINARY_OPERATION(logicalAND, logical,
                 [](int64_t x, int64_t y) { return x & y; })
BINARY_OPERATION(logicalOR, logical, [](int64_t x, int64_t y) { return x | y; })
BINARY_OPERATION(logicalXOR, logical,
                 [](int64_t x, int64_t y) { return x ^ y; })
BINARY_OPERATION(bitwiseAND, bitwise,
                 [](int64_t x, int64_t y) { return x & y; })
BINARY_OPERATION(bitwiseOR, bitwise, [](int64_t x, int64_t y) { return x | y; })
BINARY_OPERATION(bitwiseXOR, bitwise,
                 [](int64_t x, int64_t y) { return x ^ y; })

- (MPSGraphTensor*)selectWithPredicateTensor:(MPSGraphTensor*)predicate
                         truePredicateTensor:(MPSGraphTensor*)a
                        falsePredicateTensor:(MPSGraphTensor*)b
                                        name:(NSString*)name {
  check_bool("select", predicate);
  check_same_type("select", {a, b});
  const Dims dims = broadcast_dims(
      "select", predicate->dims_, broadcast_dims("select", a->dims_, b->dims_));
  return add(self, "select", a->type_, dims, {predicate, a, b},
             [dims](const std::vector<const Value*>& operands) {
               const Value& condition = *operands[0];
               const Value& x = *operands[1];
               const Value& y = *operands[2];
               Value z(x.type, dims);
               if (is_float(x.type)) {
                 choose(condition, x, y, x.floats.data(), y.floats.data(),
                        z.floats.data(), dims);
               } else {
                 choose(condition, x, y, x.integers.data(), y.integers.data(),
                        z.integers.data(), dims);
               }
               return z;
             });
}

@end
