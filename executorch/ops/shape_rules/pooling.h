#pragma once

#include <executorch/ops/shape_rules/int_span.h>
#include <executorch/ops/shape_rules/window.h>

namespace executorch::ops {

/// Arguments of the poolings; an empty stride means the kernel size.
struct PoolParams {
  IntSpan kernel;
  IntSpan stride;
  IntSpan padding;
  IntSpan dilation;
  bool ceil_mode = false;

  int64_t stride_at(size_t i) const {
    return stride.size == 0 ? kernel.broadcast(i) : stride.broadcast(i);
  }
};

/// aten::max_pool2d, aten::avg_pool3d, ...: [N, C, *dims] or [C, *dims].
template <class Dim>
ShapeResult<Dim> pool_shape(const Sizes<Dim>& in, const PoolParams& p,
                            size_t dims) {
  if (in.size() != dims + 1 && in.size() != dims + 2) {
    return RuleError{"rank of a pooled tensor",
                     static_cast<int64_t>(in.size()),
                     static_cast<int64_t>(dims + 2)};
  }
  if (!p.kernel.fits(dims) || !(p.stride.size == 0 || p.stride.fits(dims)) ||
      !p.padding.fits(dims) || !p.dilation.fits(dims)) {
    return RuleError{"pooling arguments have the wrong length",
                     static_cast<int64_t>(p.kernel.size),
                     static_cast<int64_t>(dims)};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < dims; ++i) {
    const int64_t kernel = p.kernel.broadcast(i);
    const int64_t pad = p.padding.broadcast(i);
    if (kernel < 1 || p.stride_at(i) < 1 || p.dilation.broadcast(i) < 1) {
      return RuleError{"pooling kernel, stride or dilation below 1", kernel, 1};
    }
    if (pad < 0 || pad > kernel / 2) {
      return RuleError{"pooling padding above half of the kernel", pad,
                       kernel / 2};
    }
    Dim& dim = out[in.size() - dims + i];
    dim = window_count(dim, Dim(kernel), p.stride_at(i), pad,
                       p.dilation.broadcast(i), p.ceil_mode);
    const auto value = known_value(dim);
    if (value && *value < 1) {
      return RuleError{"pooling result is empty", *value, 1};
    }
  }
  return out;
}

template <class Dim>
ShapeResult<Dim> pool2d_shape(const Sizes<Dim>& in, const PoolParams& p) {
  return pool_shape(in, p, 2);
}

/// Adaptive poolings: the last `dims` sizes become `output`.
template <class Dim>
ShapeResult<Dim> adaptive_pool_shape(const Sizes<Dim>& in,
                                     const Sizes<Dim>& output, size_t dims) {
  if (in.size() != dims + 1 && in.size() != dims + 2) {
    return RuleError{"rank of a pooled tensor",
                     static_cast<int64_t>(in.size()),
                     static_cast<int64_t>(dims + 2)};
  }
  if (output.size() != dims) {
    return RuleError{"adaptive pooling output sizes",
                     static_cast<int64_t>(output.size()),
                     static_cast<int64_t>(dims)};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < dims; ++i) {
    out[in.size() - dims + i] = output[i];
  }
  return out;
}

template <class Dim>
ShapeResult<Dim> adaptive_pool2d_shape(const Sizes<Dim>& in,
                                       const Sizes<Dim>& output) {
  return adaptive_pool_shape(in, output, 2);
}

/// aten::im2col: [N, C, H, W] -> [N, C kh kw, number of windows].
template <class Dim>
ShapeResult<Dim> im2col_shape(const Sizes<Dim>& in, const PoolParams& p) {
  if (in.size() != 3 && in.size() != 4) {
    return RuleError{"im2col rank", static_cast<int64_t>(in.size()), 4};
  }
  if (!p.kernel.fits(2) || !p.stride.fits(2) || !p.padding.fits(2) ||
      !p.dilation.fits(2)) {
    return RuleError{"im2col arguments have the wrong length",
                     static_cast<int64_t>(p.kernel.size), 2};
  }
  const size_t lead = in.size() - 3;
  Dim windows(1);
  for (size_t i = 0; i < 2; ++i) {
    if (p.kernel.broadcast(i) < 1 || p.stride_at(i) < 1 ||
        p.dilation.broadcast(i) < 1 || p.padding.broadcast(i) < 0) {
      return RuleError{"im2col kernel, stride or dilation below 1",
                       p.kernel.broadcast(i), 1};
    }
    const Dim count = window_count(in[lead + 1 + i], Dim(p.kernel.broadcast(i)),
                                   p.stride_at(i), p.padding.broadcast(i),
                                   p.dilation.broadcast(i), false);
    const auto known = known_value(count);
    if (known && *known < 1) {
      return RuleError{"im2col number of windows", *known, 1};
    }
    windows = dim_mul(windows, count);
  }
  Sizes<Dim> out;
  if (lead > 0) {
    out.push_back(in[0]);
  }
  out.push_back(dim_mul(
      in[lead], Dim(p.kernel.broadcast(0) * p.kernel.broadcast(1))));
  out.push_back(windows);
  return out;
}

}  // namespace executorch::ops
