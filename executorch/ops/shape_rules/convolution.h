#pragma once

#include <executorch/ops/shape_rules/int_span.h>
#include <executorch/ops/shape_rules/window.h>

namespace executorch::ops {

/// Arguments of aten::convolution that decide its shape.
struct ConvolutionParams {
  IntSpan stride;
  IntSpan padding;
  IntSpan dilation;
  bool transposed = false;
  IntSpan output_padding;
  int64_t groups = 1;
};

template <class Dim>
RuleError check_convolution(const Sizes<Dim>& in, const Sizes<Dim>& weight,
                            const ConvolutionParams& p) {
  const size_t rank = in.size();
  if (rank < 3 || rank > 5) {
    return {"convolution input has a rank outside of 3 to 5; rank",
            static_cast<int64_t>(rank), 4};
  }
  if (weight.size() != rank) {
    return {"convolution weight has another rank than its input",
            static_cast<int64_t>(weight.size()), static_cast<int64_t>(rank)};
  }
  const size_t dims = rank - 2;
  if (!p.stride.fits(dims) || !p.padding.fits(dims) || !p.dilation.fits(dims) ||
      !p.output_padding.fits(dims)) {
    return {
        "convolution stride, padding, dilation or output_padding has the "
        "wrong length",
        static_cast<int64_t>(p.stride.size), static_cast<int64_t>(dims)};
  }
  if (p.groups < 1) {
    return {"convolution groups", p.groups, 1};
  }
  const Dim channels = p.transposed ? weight[0] : weight[1] * Dim(p.groups);
  if (known_different(in[1], channels)) {
    return {"convolution input channels differ from the weight's",
            *known_value(in[1]), *known_value(channels)};
  }
  const auto w0 = known_value(weight[0]);
  if (w0 && *w0 % p.groups != 0) {
    return {"convolution weight size 0 is no multiple of groups", *w0,
            p.groups};
  }
  for (size_t i = 0; i < dims; ++i) {
    if (p.stride.broadcast(i) < 1 || p.dilation.broadcast(i) < 1 ||
        p.padding.broadcast(i) < 0 || p.output_padding.broadcast(i) < 0) {
      return {"convolution stride or dilation below 1, or negative padding",
              p.stride.broadcast(i), 1};
    }
    const int64_t step =
        p.stride.broadcast(i) > p.dilation.broadcast(i)
            ? p.stride.broadcast(i)
            : p.dilation.broadcast(i);
    if (p.transposed && p.output_padding.broadcast(i) >= step) {
      return {"convolution output padding is not below stride or dilation",
              p.output_padding.broadcast(i), step - 1};
    }
  }
  return {};
}

/// aten::convolution: input [N, C, *], weight [O, C / groups, *] or, when
/// transposed, [C, O / groups, *].
template <class Dim>
ShapeResult<Dim> convolution_shape(const Sizes<Dim>& in,
                                   const Sizes<Dim>& weight,
                                   const ConvolutionParams& p) {
  const RuleError error = check_convolution(in, weight, p);
  if (error.what != nullptr) {
    return error;
  }
  Sizes<Dim> out;
  out.push_back(in[0]);
  out.push_back(p.transposed ? weight[1] * Dim(p.groups) : weight[0]);
  for (size_t i = 0; i + 2 < in.size(); ++i) {
    const int64_t stride = p.stride.broadcast(i);
    const int64_t padding = p.padding.broadcast(i);
    const int64_t dilation = p.dilation.broadcast(i);
    const Dim kernel = weight[i + 2];
    const Dim count =
        p.transposed
            ? (in[i + 2] - Dim(1)) * Dim(stride) - Dim(2 * padding) +
                  (kernel - Dim(1)) * Dim(dilation) +
                  Dim(p.output_padding.broadcast(i) + 1)
            : window_count(in[i + 2], kernel, stride, padding, dilation, false);
    const auto value = known_value(count);
    if (value && *value < 0) {
      return RuleError{"convolution kernel is larger than the padded input",
                       *value, 1};
    }
    out.push_back(count);
  }
  return out;
}

}  // namespace executorch::ops
