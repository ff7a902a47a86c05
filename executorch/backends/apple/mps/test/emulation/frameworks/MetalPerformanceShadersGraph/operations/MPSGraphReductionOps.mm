// Reductions, softmax and normalization. Reduced dimensions stay as size 1.
#include <cmath>

#import "../graph.h"

using namespace mps_emulation;

namespace {

Dims reduced_dims(const char* operation, MPSGraphTensor* tensor,
                  NSArray<NSNumber*>* axes) {
  Dims dims = tensor->dims_;
  std::vector<bool> is_named(dims.size(), false);
  for (NSNumber* axis in axes) {
    const size_t index =
        check_axis(operation, [axis longLongValue], dims.size());
    if (is_named[index] || [axis longLongValue] < 0) {
      refuse(operation, "an axis is negative or named twice");
    }
    is_named[index] = true;
    dims[index] = 1;
  }
  return dims;
}

/// Accumulates every element into its place of the result.
template <typename Element, typename Sum, typename Function>
void reduce(const Value& from, const Element* x, const Dims& dims,
            std::vector<Sum>& sums, Function f) {
  for_each_row<1>(
      from.dims, {broadcast_strides(dims, from.dims)},
      [&](int64_t position, int64_t n, const auto& offsets, const auto& steps) {
        for (int64_t i = 0; i < n; ++i) {
          Sum& sum = sums[static_cast<size_t>(offsets[0] + i * steps[0])];
          sum = f(sum, static_cast<Sum>(x[position + i]));
        }
      });
}

std::vector<double> sums_of(const Value& from, const Dims& dims) {
  std::vector<double> sums(static_cast<size_t>(numel(dims)), 0);
  reduce(from, from.floats.data(), dims, sums,
         [](double sum, double x) { return sum + x; });
  return sums;
}

Value float_value(MPSDataType type, const Dims& dims,
                  const std::vector<double>& elements, double factor) {
  Value value(type, dims);
  for (size_t i = 0; i < elements.size(); ++i) {
    value.floats[i] = static_cast<float>(elements[i] * factor);
  }
  return value;
}

double share(const Value& from, const Dims& dims) {
  return static_cast<double>(numel(dims)) /
         static_cast<double>(numel(from.dims));
}

Value variance(const Value& from, const Value& mean, const Dims& dims) {
  std::vector<double> sums(static_cast<size_t>(numel(dims)), 0);
  for_each_row<1>(
      from.dims, {broadcast_strides(dims, from.dims)},
      [&](int64_t position, int64_t n, const auto& offsets, const auto& steps) {
        for (int64_t i = 0; i < n; ++i) {
          const auto place = static_cast<size_t>(offsets[0] + i * steps[0]);
          const double difference =
              from.floats[static_cast<size_t>(position + i)] -
              static_cast<double>(mean.floats[place]);
          sums[place] += difference * difference;
        }
      });
  return float_value(from.type, dims, sums, share(from, dims));
}

/// Along an axis that has `stride` elements from one to the next.
void softmax_line(float* x, int64_t n, int64_t stride) {
  float largest = x[0];
  for (int64_t i = 1; i < n; ++i) {
    largest = std::fmax(largest, x[i * stride]);
  }
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    x[i * stride] = std::exp(x[i * stride] - largest);
    sum += static_cast<double>(x[i * stride]);
  }
  for (int64_t i = 0; i < n; ++i) {
    x[i * stride] = static_cast<float>(x[i * stride] / sum);
  }
}

Value softmax(const Value& from, size_t axis) {
  Value to = from;
  const int64_t n = from.dims[axis];
  const int64_t stride = dense_strides(from.dims)[axis];
  for (int64_t outer = 0; outer < numel(from.dims); outer += n * stride) {
    for (int64_t inner = 0; inner < stride; ++inner) {
      softmax_line(to.floats.data() + outer + inner, n, stride);
    }
  }
  return to;
}

void check_broadcastable(MPSGraphTensor* operand, MPSGraphTensor* tensor) {
  if (operand->dims_.size() != tensor->dims_.size() ||
      broadcast_dims("normalization", operand->dims_, tensor->dims_) !=
          tensor->dims_) {
    refuse("normalization", "an operand does not broadcast to the tensor");
  }
}

}  // namespace

@implementation MPSGraph (ReductionOps)

- (MPSGraphTensor*)reductionSumWithTensor:(MPSGraphTensor*)tensor
                                     axis:(NSInteger)axis
                                     name:(NSString*)name {
  check_float("reductionSum", tensor);
  const Dims dims = reduced_dims("reductionSum", tensor, @[ @(axis) ]);
  return add(self, "reductionSum", tensor->type_, dims, {tensor},
             [dims](const std::vector<const Value*>& operands) {
               return float_value(operands[0]->type, dims,
                                  sums_of(*operands[0], dims), 1);
             });
}

- (MPSGraphTensor*)reductionMaximumPropagateNaNWithTensor:
                       (MPSGraphTensor*)tensor
                                                     axis:(NSInteger)axis
                                                     name:(NSString*)name {
  check_float("reductionMaximumPropagateNaN", tensor);
  const Dims dims =
      reduced_dims("reductionMaximumPropagateNaN", tensor, @[ @(axis) ]);
  return add(self, "reductionMaximumPropagateNaN", tensor->type_, dims,
             {tensor}, [dims](const std::vector<const Value*>& operands) {
               Value to(operands[0]->type, dims);
               to.floats.assign(to.floats.size(), -INFINITY);
               reduce(*operands[0], operands[0]->floats.data(), dims, to.floats,
                      [](float largest, float x) {
                        return std::isnan(largest) || largest > x ? largest : x;
                      });
               return to;
             });
}

- (MPSGraphTensor*)reductionMaximumWithTensor:(MPSGraphTensor*)tensor
                                         axes:(NSArray<NSNumber*>*)axes
                                         name:(NSString*)name {
  if (tensor->type_ != MPSDataTypeInt32) {
    refuse("reductionMaximum", "the emulation has it for int32 only");
  }
  const Dims dims = reduced_dims("reductionMaximum", tensor, axes);
  return add(self, "reductionMaximum", tensor->type_, dims, {tensor},
             [dims](const std::vector<const Value*>& operands) {
               Value to(operands[0]->type, dims);
               to.integers.assign(to.integers.size(), INT32_MIN);
               reduce(*operands[0], operands[0]->integers.data(), dims,
                      to.integers, [](int64_t largest, int64_t x) {
                        return largest > x ? largest : x;
                      });
               return to;
             });
}

- (MPSGraphTensor*)meanOfTensor:(MPSGraphTensor*)tensor
                           axes:(NSArray<NSNumber*>*)axes
                           name:(NSString*)name {
  check_float("mean", tensor);
  const Dims dims = reduced_dims("mean", tensor, axes);
  return add(self, "mean", tensor->type_, dims, {tensor},
             [dims](const std::vector<const Value*>& operands) {
               return float_value(operands[0]->type, dims,
                                  sums_of(*operands[0], dims),
                                  share(*operands[0], dims));
             });
}

- (MPSGraphTensor*)varianceOfTensor:(MPSGraphTensor*)tensor
                         meanTensor:(MPSGraphTensor*)mean
                               axes:(NSArray<NSNumber*>*)axes
                               name:(NSString*)name {
  check_float("variance", tensor);
  check_same_type("variance", {tensor, mean});
  const Dims dims = reduced_dims("variance", tensor, axes);
  if (mean->dims_ != dims) {
    refuse("variance", "the mean has other sizes than the result");
  }
  return add(self, "variance", tensor->type_, dims, {tensor, mean},
             [dims](const std::vector<const Value*>& operands) {
               return variance(*operands[0], *operands[1], dims);
             });
}

- (MPSGraphTensor*)softMaxWithTensor:(MPSGraphTensor*)tensor
                                axis:(NSInteger)axis
                                name:(NSString*)name {
  check_float("softMax", tensor);
  const size_t index = check_axis("softMax", axis, tensor->dims_.size());
  return add(self, "softMax", tensor->type_, tensor->dims_, {tensor},
             [index](const std::vector<const Value*>& operands) {
               return softmax(*operands[0], index);
             });
}

- (MPSGraphTensor*)normalizationWithTensor:(MPSGraphTensor*)tensor
                                meanTensor:(MPSGraphTensor*)mean
                            varianceTensor:(MPSGraphTensor*)variance
                               gammaTensor:(MPSGraphTensor*)gamma
                                betaTensor:(MPSGraphTensor*)beta
                                   epsilon:(float)epsilon
                                      name:(NSString*)name {
  check_float("normalization", tensor);
  std::vector<MPSGraphTensor*> operands{tensor, mean, variance};
  if (gamma != nil) {
    operands.push_back(gamma);
  }
  if (beta != nil) {
    operands.push_back(beta);
  }
  for (MPSGraphTensor* operand : operands) {
    check_same_type("normalization", {tensor, operand});
    check_broadcastable(operand, tensor);
  }
  const bool has_gamma = gamma != nil;
  const bool has_beta = beta != nil;
  return add(self, "normalization", tensor->type_, tensor->dims_, operands,
             [=](const std::vector<const Value*>& values) {
               Value to = *values[0];
               const auto apply = [&](const Value& by, auto f) {
                 for_each_row<1>(to.dims, {broadcast_strides(by.dims, to.dims)},
                                 [&](int64_t position, int64_t n,
                                     const auto& offsets, const auto& steps) {
                                   float* row = to.floats.data() + position;
                                   const float* factors =
                                       by.floats.data() + offsets[0];
                                   for (int64_t i = 0; i < n; ++i) {
                                     row[i] = f(row[i], factors[i * steps[0]]);
                                   }
                                 });
               };
               apply(*values[1], [](float x, float y) { return x - y; });
               apply(*values[2], [epsilon](float x, float y) {
                 return x / std::sqrt(y + epsilon);
               });
               if (has_gamma) {
                 apply(*values[3], [](float x, float y) { return x * y; });
               }
               if (has_beta) {
                 apply(*values.back(), [](float x, float y) { return x + y; });
               }
               return to;
             });
}

@end
