#include <algorithm>

#import "../gemm.h"
#import "window.h"

using namespace mps_emulation;

@interface MPSGraphConvolution2DOpDescriptor () {
 @public
  int64_t stride_[2];
  int64_t dilation_[2];
  int64_t before_[2];
  int64_t after_[2];
  int64_t groups_;
}
@end

@implementation MPSGraphConvolution2DOpDescriptor

+ (instancetype)
    descriptorWithStrideInX:(NSUInteger)strideInX
                  strideInY:(NSUInteger)strideInY
            dilationRateInX:(NSUInteger)dilationRateInX
            dilationRateInY:(NSUInteger)dilationRateInY
                     groups:(NSUInteger)groups
                paddingLeft:(NSUInteger)paddingLeft
               paddingRight:(NSUInteger)paddingRight
                 paddingTop:(NSUInteger)paddingTop
              paddingBottom:(NSUInteger)paddingBottom
               paddingStyle:(MPSGraphPaddingStyle)paddingStyle
                 dataLayout:(MPSGraphTensorNamedDataLayout)dataLayout
              weightsLayout:(MPSGraphTensorNamedDataLayout)weightsLayout {
  if (paddingStyle != MPSGraphPaddingStyleExplicit ||
      dataLayout != MPSGraphTensorNamedDataLayoutNCHW ||
      weightsLayout != MPSGraphTensorNamedDataLayoutOIHW) {
    refuse("convolution2D",
           "the emulation has explicit paddings of NCHW and OIHW only");
  }
  MPSGraphConvolution2DOpDescriptor* result = [self new];
  const auto set = [](int64_t* to, NSUInteger y, NSUInteger x) {
    to[0] = static_cast<int64_t>(y);
    to[1] = static_cast<int64_t>(x);
  };
  set(result->stride_, strideInY, strideInX);
  set(result->dilation_, dilationRateInY, dilationRateInX);
  set(result->before_, paddingTop, paddingLeft);
  set(result->after_, paddingBottom, paddingRight);
  result->groups_ = static_cast<int64_t>(groups);
  return static_cast<id>([result autorelease]);
}

- (id)copyWithZone:(NSZone*)zone {
  return [self retain];
}

@end

namespace {

struct Convolution {
  WindowAxis rows;
  WindowAxis columns;
  int64_t groups;
  Dims dims;  ///< of the result
};

/// Row `p`, column `q` of the kernel over a plane: one element for each place
/// of the output rows from `first` to `last`.
void shifted_plane(const float* x, const Convolution& conv, int64_t p,
                   int64_t q, int64_t first, int64_t last, float* y) {
  const WindowAxis& rows = conv.rows;
  const WindowAxis& columns = conv.columns;
  const int64_t n = conv.dims[3];
  const int64_t shift = q * columns.dilation - columns.before;
  // The output columns whose input column is inside.
  const int64_t begin =
      std::clamp<int64_t>((-shift + columns.stride - 1) / columns.stride, 0, n);
  const int64_t end =
      shift >= columns.size
          ? begin
          : std::clamp<int64_t>((columns.size - 1 - shift) / columns.stride + 1,
                                begin, n);
  for (int64_t i = first; i < last; ++i, y += n) {
    const int64_t row = i * rows.stride + p * rows.dilation - rows.before;
    if (row < 0 || row >= rows.size) {
      std::fill_n(y, n, 0.0f);
      continue;
    }
    const float* from = x + row * columns.size + shift;
    std::fill(y, y + begin, 0.0f);
    for (int64_t j = begin; j < end; ++j) {
      y[j] = from[j * columns.stride];
    }
    std::fill(y + end, y + n, 0.0f);
  }
}

/// One image and group: the weights as a matrix [outputs, channels * kernel],
/// times a matrix of shifted planes, for as many output rows as stay small.
void convolve(const float* x, const float* weights, float* y, int64_t channels,
              int64_t outputs, const Convolution& conv,
              std::vector<float>& shifted) {
  const int64_t depth = channels * conv.rows.kernel * conv.columns.kernel;
  const int64_t height = conv.dims[2];
  const int64_t width = conv.dims[3];
  const int64_t step =
      std::clamp<int64_t>((int64_t{1} << 18) / (depth * width), 1, height);
  for (int64_t first = 0; first < height; first += step) {
    const int64_t last = std::min(first + step, height);
    const int64_t n = (last - first) * width;
    shifted.resize(static_cast<size_t>(depth * n));
    float* row = shifted.data();
    for (int64_t c = 0; c < channels; ++c) {
      const float* plane = x + c * conv.rows.size * conv.columns.size;
      for (int64_t p = 0; p < conv.rows.kernel; ++p) {
        for (int64_t q = 0; q < conv.columns.kernel; ++q, row += n) {
          shifted_plane(plane, conv, p, q, first, last, row);
        }
      }
    }
    gemm(outputs, n, depth, weights, depth, shifted.data(), n,
         y + first * width, height * width);
  }
}

Value convolve_all(const Value& x, const Value& weights,
                   const Convolution& conv) {
  Value y(x.type, conv.dims);
  const int64_t channels = weights.dims[1];
  const int64_t outputs = weights.dims[0] / conv.groups;
  const int64_t depth = channels * conv.rows.kernel * conv.columns.kernel;
  const int64_t plane = conv.rows.size * conv.columns.size;
  std::vector<float> shifted;
  for (int64_t image = 0; image < x.dims[0]; ++image) {
    for (int64_t group = 0; group < conv.groups; ++group) {
      const int64_t from = image * conv.groups + group;
      convolve(x.floats.data() + from * channels * plane,
               weights.floats.data() + group * outputs * depth,
               y.floats.data() + from * outputs * conv.dims[2] * conv.dims[3],
               channels, outputs, conv, shifted);
    }
  }
  return y;
}

}  // namespace

@implementation MPSGraph (ConvolutionOps)

- (MPSGraphTensor*)
    convolution2DWithSourceTensor:(MPSGraphTensor*)source
                    weightsTensor:(MPSGraphTensor*)weights
                       descriptor:(MPSGraphConvolution2DOpDescriptor*)descriptor
                             name:(NSString*)name {
  const char* operation = "convolution2D";
  check_float(operation, source);
  check_same_type(operation, {source, weights});
  check_rank(operation, source, 4);
  check_rank(operation, weights, 4);
  const Dims& x = source->dims_;
  const Dims& w = weights->dims_;
  const auto axis = [&](size_t i) -> WindowAxis {
    return {x[2 + i],
            w[2 + i],
            descriptor->stride_[i],
            descriptor->dilation_[i],
            descriptor->before_[i],
            descriptor->after_[i]};
  };
  Convolution conv{axis(0), axis(1), descriptor->groups_, {}};
  conv.rows.check(operation);
  conv.columns.check(operation);
  if (conv.groups < 1 || x[1] != w[1] * conv.groups ||
      w[0] % conv.groups != 0) {
    refuse(operation, "%ld channels, weights [%ld, %ld], %ld groups", x[1],
           w[0], w[1], conv.groups);
  }
  if (w[0] > 65536 || w[2] >= 256 || w[3] >= 256) {
    refuse(operation, "Apple's results are wrong for this size of weights");
  }
  conv.dims = {x[0], w[0], conv.rows.count(), conv.columns.count()};
  return add(self, operation, source->type_, conv.dims, {source, weights},
             [conv](const std::vector<const Value*>& operands) {
               return convolve_all(*operands[0], *operands[1], conv);
             });
}

@end
