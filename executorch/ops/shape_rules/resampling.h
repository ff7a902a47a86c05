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

/// aten::pixel_unshuffle: [*, C, H r, W r] -> [*, C r r, H, W].
template <class Dim>
ShapeResult<Dim> pixel_unshuffle_shape(const Sizes<Dim>& in, int64_t factor) {
  const size_t rank = in.size();
  if (rank < 3) {
    return RuleError{"pixel_unshuffle rank", static_cast<int64_t>(rank), 3};
  }
  if (factor < 1 || factor > 46340) {
    return RuleError{"pixel_unshuffle downscale factor", factor, 1};
  }
  Sizes<Dim> out = in;
  out[rank - 3] = in[rank - 3] * Dim(factor * factor);
  for (size_t i = rank - 2; i < rank; ++i) {
    const auto size = known_value(in[i]);
    if (size && *size % factor != 0) {
      return RuleError{"pixel_unshuffle size is no multiple of the factor",
                       *size, factor};
    }
    out[i] = floor_div(in[i], Dim(factor));
  }
  return out;
}

/// Spatial resampling of [N, C, *dims] to `output`.
template <class Dim>
ShapeResult<Dim> resample_shape(const Sizes<Dim>& in,
                                const Sizes<Dim>& output) {
  if (in.size() != output.size() + 2) {
    return RuleError{"rank of a resampled tensor",
                     static_cast<int64_t>(in.size()),
                     static_cast<int64_t>(output.size() + 2)};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < output.size(); ++i) {
    out[2 + i] = output[i];
  }
  return out;
}

/// Where a nearest resampling of `in` elements to `out` reads for position
/// `at`; `scale` is the given factor or 0. As ATen, in float.
inline int64_t nearest_source(int64_t at, int64_t in, int64_t out, double scale,
                              bool exact) {
  const float ratio = scale > 0
                          ? static_cast<float>(1.0 / scale)
                          : static_cast<float>(in) / static_cast<float>(out);
  const float place = (static_cast<float>(at) + (exact ? 0.5f : 0.0f)) * ratio;
  const auto source = static_cast<int64_t>(place);
  return source < in ? source : in - 1;
}

/// aten::grid_sampler_2d, _3d: input [N, C, *dims], grid [N, *out, dims].
template <class Dim>
ShapeResult<Dim> grid_sample_shape(const Sizes<Dim>& in, const Sizes<Dim>& grid,
                                   size_t dims) {
  if (in.size() != dims + 2 || grid.size() != dims + 2 ||
      known_different(grid[dims + 1], Dim(static_cast<int64_t>(dims)))) {
    return RuleError{"ranks of input and grid",
                     static_cast<int64_t>(grid.size()),
                     static_cast<int64_t>(dims + 2)};
  }
  if (known_different(in[0], grid[0])) {
    return RuleError{"batch sizes of grid and input", *known_value(grid[0]),
                     *known_value(in[0])};
  }
  Sizes<Dim> out = in;
  for (size_t i = 0; i < dims; ++i) {
    if (known_is(in[2 + i], 0)) {
      return RuleError{"input plane is empty", 0, 1};
    }
    out[2 + i] = grid[1 + i];
  }
  return out;
}

}  // namespace executorch::ops
