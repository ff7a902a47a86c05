#pragma once

#include <executorch/ops/shape_rules/int_span.h>

namespace executorch::ops {

/// aten::pixel_shuffle: [*, C r r, H, W] -> [*, C, H r, W r].
template <class Dim>
ShapeResult<Dim> pixel_shuffle_shape(const Sizes<Dim>& in, int64_t factor) {
  const size_t rank = in.size();
  if (rank < 3) {
    return RuleError{"pixel_shuffle rank", static_cast<int64_t>(rank), 3};
  }
  if (factor < 1 || factor > 46340) {
    return RuleError{"pixel_shuffle upscale factor", factor, 1};
  }
  const auto channels = known_value(in[rank - 3]);
  if (channels && *channels % (factor * factor) != 0) {
    return RuleError{
        "pixel_shuffle channels are no multiple of the factor's "
        "square",
        *channels, factor * factor};
  }
  Sizes<Dim> out = in;
  out[rank - 3] = floor_div(in[rank - 3], Dim(factor * factor));
  out[rank - 2] = in[rank - 2] * Dim(factor);
  out[rank - 1] = in[rank - 1] * Dim(factor);
  return out;
}

/// Spatial resampling of [N, C, H, W] to `height` x `width`.
template <class Dim>
ShapeResult<Dim> upsample2d_shape(const Sizes<Dim>& in, const Dim& height,
                                  const Dim& width) {
  if (in.size() != 4) {
    return RuleError{"2-d upsampling rank", static_cast<int64_t>(in.size()), 4};
  }
  Sizes<Dim> out = in;
  out[2] = height;
  out[3] = width;
  return out;
}

}  // namespace executorch::ops
