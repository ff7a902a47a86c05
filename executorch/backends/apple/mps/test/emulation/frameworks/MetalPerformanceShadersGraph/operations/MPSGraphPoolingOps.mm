#include <algorithm>
#include <cmath>

#import "window.h"

using namespace mps_emulation;

@interface MPSGraphPooling2DOpDescriptor () {
 @public
  int64_t kernel_[2];
  int64_t stride_[2];
  int64_t dilation_[2];
  int64_t before_[2];
  int64_t after_[2];
}
@end

@implementation MPSGraphPooling2DOpDescriptor

+ (instancetype)descriptorWithKernelWidth:(NSUInteger)kernelWidth
                             kernelHeight:(NSUInteger)kernelHeight
                                strideInX:(NSUInteger)strideInX
                                strideInY:(NSUInteger)strideInY
                          dilationRateInX:(NSUInteger)dilationRateInX
                          dilationRateInY:(NSUInteger)dilationRateInY
                              paddingLeft:(NSUInteger)paddingLeft
                             paddingRight:(NSUInteger)paddingRight
                               paddingTop:(NSUInteger)paddingTop
                            paddingBottom:(NSUInteger)paddingBottom
                             paddingStyle:(MPSGraphPaddingStyle)paddingStyle
                               dataLayout:
                                   (MPSGraphTensorNamedDataLayout)dataLayout {
  if (paddingStyle != MPSGraphPaddingStyleExplicit ||
      dataLayout != MPSGraphTensorNamedDataLayoutNCHW) {
    refuse("pooling", "the emulation has explicit paddings of NCHW only");
  }
  MPSGraphPooling2DOpDescriptor* result = [self new];
  const auto set = [](int64_t* to, NSUInteger y, NSUInteger x) {
    to[0] = static_cast<int64_t>(y);
    to[1] = static_cast<int64_t>(x);
  };
  set(result->kernel_, kernelHeight, kernelWidth);
  set(result->stride_, strideInY, strideInX);
  set(result->dilation_, dilationRateInY, dilationRateInX);
  set(result->before_, paddingTop, paddingLeft);
  set(result->after_, paddingBottom, paddingRight);
  return static_cast<id>([result autorelease]);
}

- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}

@end

namespace {

WindowAxis axis_of(MPSGraphPooling2DOpDescriptor* descriptor, size_t i,
                   int64_t size) {
  return {size,
          descriptor->kernel_[i],
          descriptor->stride_[i],
          descriptor->dilation_[i],
          descriptor->before_[i],
          descriptor->after_[i]};
}

/// f(sum, x) over the elements of each window that are in the plane.
template <typename Function>
void pool_plane(const float* x, float* y, const WindowAxis& rows,
                const WindowAxis& columns, float start, Function f) {
  for (int64_t i = 0; i < rows.count(); ++i) {
    for (int64_t j = 0; j < columns.count(); ++j) {
      float sum = start;
      for (int64_t p = 0; p < rows.kernel; ++p) {
        const int64_t row = i * rows.stride + p * rows.dilation - rows.before;
        if (row < 0 || row >= rows.size) {
          continue;
        }
        for (int64_t q = 0; q < columns.kernel; ++q) {
          const int64_t column =
              j * columns.stride + q * columns.dilation - columns.before;
          if (column >= 0 && column < columns.size) {
            sum = f(sum, x[row * columns.size + column]);
          }
        }
      }
      *y++ = sum;
    }
  }
}

template <typename Function>
MPSGraphTensor* pool(MPSGraph* graph, const char* operation,
                     MPSGraphTensor* tensor,
                     MPSGraphPooling2DOpDescriptor* descriptor, float start,
                     float factor, Function f) {
  check_float(operation, tensor);
  check_rank(operation, tensor, 4);
  const WindowAxis rows = axis_of(descriptor, 0, tensor->dims_[2]);
  const WindowAxis columns = axis_of(descriptor, 1, tensor->dims_[3]);
  rows.check(operation);
  columns.check(operation);
  const Dims dims{tensor->dims_[0], tensor->dims_[1], rows.count(),
                  columns.count()};
  return add(graph, operation, tensor->type_, dims, {tensor},
             [=](const std::vector<const Value*>& operands) {
               Value y(operands[0]->type, dims);
               for (int64_t plane = 0; plane < dims[0] * dims[1]; ++plane) {
                 pool_plane(operands[0]->floats.data() +
                                plane * rows.size * columns.size,
                            y.floats.data() + plane * dims[2] * dims[3], rows,
                            columns, start, f);
               }
               for (float& x : y.floats) {
                 x *= factor;
               }
               return y;
             });
}

}  // namespace

@implementation MPSGraph (PoolingOps)

- (MPSGraphTensor*)
    maxPooling2DWithSourceTensor:(MPSGraphTensor*)source
                      descriptor:(MPSGraphPooling2DOpDescriptor*)descriptor
                            name:(NSString*)name {
  return pool(self, "maxPooling2D", source, descriptor, -INFINITY, 1,
              [](float largest, float x) {
                return std::isnan(largest) || largest > x ? largest : x;
              });
}

/// Without padding: what the divisor is with padding differs by version.
- (MPSGraphTensor*)
    avgPooling2DWithSourceTensor:(MPSGraphTensor*)source
                      descriptor:(MPSGraphPooling2DOpDescriptor*)descriptor
                            name:(NSString*)name {
  for (const int64_t padding : {descriptor->before_[0], descriptor->before_[1],
                                descriptor->after_[0], descriptor->after_[1]}) {
    if (padding != 0) {
      refuse("avgPooling2D", "the emulation has it without padding only");
    }
  }
  const int64_t area = descriptor->kernel_[0] * descriptor->kernel_[1];
  return pool(self, "avgPooling2D", source, descriptor, 0,
              1 / static_cast<float>(area),
              [](float sum, float x) { return sum + x; });
}

@end
