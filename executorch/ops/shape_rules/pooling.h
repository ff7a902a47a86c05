#pragma once

#include <executorch/ops/shape_rules/int_span.h>
#include <executorch/ops/shape_rules/window.h>

namespace executorch::ops {

/// Arguments of the 2-d poolings; an empty stride means the kernel size.
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

/// aten::max_pool2d, aten::avg_pool2d: [N, C, H, W] or [C, H, W].
template <class Dim>
ShapeResult<Dim> pool2d_shape(const Sizes<Dim>& in, const PoolParams& p) {
  if (in.size() != 3 && in.size() != 4) {
    return RuleError{"2-d pooling takes rank 3 or 4; rank",
                     static_cast<int64_t>(in.size()), 4};
  }
  if (!p.kernel.fits(2) || !(p.stride.size == 0 || p.stride.fits(2)) ||
      !p.padding.fits(2) || !p.dilation.fits(2)) {
    return RuleError{"pooling arguments have the wrong length",
                     static_cast<int64_t>(p.kernel.size), 2};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t kernel = p.kernel.broadcast(i);
    const int64_t pad = p.padding.broadcast(i);
    if (kernel < 1 || p.stride_at(i) < 1 || p.dilation.broadcast(i) < 1) {
      return RuleError{"pooling kernel, stride or dilation below 1", kernel, 1};
    }
    if (pad < 0 || pad > kernel / 2) {
      return RuleError{"pooling padding above half of the kernel", pad,
                       kernel / 2};
    }
    Dim& dim = out[in.size() - 2 + i];
    dim = window_count(dim, Dim(kernel), p.stride_at(i), pad,
                       p.dilation.broadcast(i), p.ceil_mode);
    const auto value = known_value(dim);
    if (value && *value < 1) {
      return RuleError{"pooling result is empty", *value, 1};
    }
  }
  return out;
}

/// aten::_adaptive_avg_pool2d: the last two sizes become `output`.
template <class Dim>
ShapeResult<Dim> adaptive_pool2d_shape(const Sizes<Dim>& in,
                                       const Sizes<Dim>& output) {
  if (in.size() != 3 && in.size() != 4) {
    return RuleError{"adaptive pooling takes rank 3 or 4; rank",
                     static_cast<int64_t>(in.size()), 4};
  }
  if (output.size() != 2) {
    return RuleError{"adaptive pooling output sizes",
                     static_cast<int64_t>(output.size()), 2};
  }
  Sizes<Dim> out = in;
  out[in.size() - 2] = output[0];
  out[in.size() - 1] = output[1];
  return out;
}

}  // namespace executorch::ops
